// MARK: The drawing of a run

/** The builds that no other build surrounds, each with the builds during it. */
function outermostBuilds() {
  const outermost = [];
  for (const build of run.builds) {
    const last = outermost.at(-1);
    if (last && build.start < last.start + last.seconds) last.builds.push(build);
    else outermost.push({ start: build.start, seconds: build.seconds, depth: build.depth, builds: [build] });
  }
  return outermost;
}

/** The frames of builds from left to right. The width is the time; the time without any build is a gap of one size. */
function timeFrames(width) {
  const outermost = outermostBuilds(), gap = Math.min(8, width * .2 / outermost.length), frames = [], ticks = [];
  const scale = (width - gap * outermost.length) / (sum(outermost, part => part.seconds) || 1);
  let left = 0;
  for (const part of outermost) {
    if (!ticks.length || left - ticks.at(-1).x > 70) ticks.push({ x: left, time: part.start - run.builds[0].start });
    for (const build of part.builds) {
      frames.push({ build, x: left + (build.start - part.start) * scale, y: (build.depth - part.depth) * 22, size: build.seconds * scale });
    }
    left += part.seconds * scale + gap;
  }
  return { frames: frames.filter(frame => frame.size >= 1.5), all: frames, ticks, scale };
}

const frameTitle = ({ node, isOriginal, seconds, start }) => `${node.name}${isOriginal ? ", the original of an override" : ""}: ${
  duration(seconds)} with needs, after ${duration(start - run.builds[0].start)}`;
function frameMarkup({ build, x, y, size }, i) {
  return html`<a class="frame ${build.isOriginal && "original"}" href="${nodeLink(build.node)}" tabindex="-1" data-key="frame ${i}"
    data-x="${x}" data-y="${y}"><title>${frameTitle(build)}</title><rect x="${x}" y="${y}" width="${size}" height="22"/>
    ${size > 40 && html`<text x="${x + 5}" y="${y + 15}">${short(build.node.name, size - 4)}</text>`}</a>`;
}
function timelineDrawing(width) {
  const { frames, ticks } = timeFrames(width), height = Math.max(0, ...frames.map(frame => frame.y)) + 22;
  const times = ticks.map(({ x, time }) => html`<text class="note" x="${x}" y="-6">${duration(time)}</text>`);
  return svg(width, height + 18, "Builds in the order of time", html`<g transform="translate(0 18)">${times}${frames.map(frameMarkup)}</g>`);
}
function timelineCard() {
  const { frames, all, scale } = timeFrames(main.clientWidth), rest = all.length - frames.length;
  return card("Builds in the order of time", html`${drawn("timeline", timelineDrawing)}
    <p id="readout">Point at a bar to see its name and its time.</p>
    ${legend(html`The width is the time; a build is below the one that needed it. Gaps leave out the time without builds.
    ${all.some(frame => frame.build.isOriginal) && "Dashed: the original of an override."} ${rest > 0
      && `${count(rest, "build")} of less than ${duration(1.5 / scale)} ${rest === 1 ? "is" : "are"} not drawn.`}`)}`);
}
