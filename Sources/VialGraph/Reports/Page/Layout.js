// MARK: Layout of a graph in layers, which follows Sugiyama, Tagawa and Toda (1981)

/** The layer of each node, to the right of those that need it, except in a cycle. */
function layers(list, users, needs, isStart = () => false) {
  const layer = new Map(), path = new Set();
  const measure = node => {
    if (layer.has(node)) return layer.get(node);
    path.add(node);
    const before = users(node).filter(user => !path.has(user)).map(measure);
    path.delete(node);
    layer.set(node, Math.max(-1, ...before) + 1);
    return layer.get(node);
  };
  list.forEach(measure);
  // A node that nothing needs is near to its needs, apart from an executable.
  for (const node of list) {
    if (users(node).length > 0 || needs(node).length === 0 || isStart(node)) continue;
    layer.set(node, Math.max(0, Math.min(...needs(node).map(needed => layer.get(needed))) - 1));
  }
  return layer;
}

/** The nodes that can be reached from a node. */
function closure(start, next) {
  const found = new Set([start]);
  for (const node of found) for (const other of next(node)) found.add(other);
  return found;
}

/** A function that returns whether a longer way leads from one node to another one (transitive reduction). */
function implications(list, next) {
  const all = new Map(list.map(node => [node, closure(node, next)]));
  const isBetween = (node, from, to) => node !== to && all.get(node).has(to) && !all.get(to).has(node) && !all.get(node).has(from);
  return (from, to) => next(from).some(node => isBetween(node, from, to));
}

/** Divides an edge over several layers by a point in each, and returns the items along it. */
function chain(edge, all) {
  const items = [edge.from];
  for (let layer = edge.from.layer + 1; layer < edge.to.layer; layer++) items.push({ layer, height: 4, left: [], right: [] });
  all.push(...items.slice(1));
  items.push(edge.to);
  for (let i = 1; i < items.length; i++) {
    items[i - 1].right.push(items[i]);
    items[i].left.push(items[i - 1]);
  }
  return items;
}

const mean = (list, key) => sum(list, key) / list.length;
const setOrder = column => column.forEach((item, i) => { item.order = i; });

/** The number of crossings of the lines to the left of a column. */
function crossings(column) {
  const lines = column.flatMap(item => item.left.map(other => [other.order, item.order]));
  return sum(lines, ([a, b]) => lines.filter(([c, d]) => a < c && b > d).length);
}

/** Orders the columns by the means of the neighbours (barycenter heuristic); the round with the fewest crossings wins. */
function ordered(columns) {
  columns.forEach(setOrder);
  let best = { crossings: Infinity, columns };
  for (let round = 0; round < 24; round++) {
    const side = round % 2 ? "right" : "left";
    for (const column of round % 2 ? [...columns].reverse() : columns) {
      const wish = new Map(column.map(item => [item, item[side].length ? mean(item[side], other => other.order) : item.order]));
      column.sort(by(item => wish.get(item)));
      setOrder(column);
    }
    const found = sum(columns, crossings);
    if (found < best.crossings) best = { crossings: found, columns: columns.map(column => [...column]) };
  }
  return best.columns;
}

/** Moves the items of a column to the mean heights of their neighbours; items that touch move together. */
function align(column) {
  const blocks = [];
  for (const item of column) {
    const near = [...item.left, ...item.right];
    let block = { items: [item], wish: (near.length ? mean(near, other => other.y) : item.y) - item.offset };
    while (blocks.length && blocks.at(-1).wish > block.wish) {
      const above = blocks.pop(), items = [...above.items, ...block.items];
      block = { items, wish: (above.wish * above.items.length + block.wish * block.items.length) / items.length };
    }
    blocks.push(block);
  }
  for (const block of blocks) for (const item of block.items) item.y = item.offset + block.wish;
}

/** Stacks the items of each column, and aligns the columns from right to left and back. */
function stack(columns, gap) {
  for (const column of columns) {
    let top = 0;
    for (const item of column) {
      item.y = item.offset = top + item.height / 2;
      top += item.height + gap;
    }
  }
  for (let round = 0; round < 12; round++) (round % 2 ? columns : [...columns].reverse()).forEach(align);
}

/** Sets x and y of items, which have a layer and a height, and returns the total height and the edges with their paths. */
function place(items, edges, { width, gap, pitch }) {
  const all = [...items];
  for (const item of items) Object.assign(item, { left: [], right: [] });
  const chains = edges.map(edge => chain(edge, all));
  // The nodes of a cycle can leave a column empty.
  const columns = Array.from({ length: Math.max(...all.map(item => item.layer)) + 1 }, () => []);
  for (const item of all) columns[item.layer].push(item);
  stack(ordered(columns), gap);
  const top = Math.min(...all.map(item => item.y - item.height / 2));
  for (const item of all) {
    item.y -= top;
    item.x = item.layer * pitch;
  }
  const height = Math.max(...all.map(item => item.y + item.height / 2));
  return { height, edges: edges.map((edge, i) => ({ ...edge, path: curve(chains[i], width) })) };
}

/** The path of a line through some points, at each of which it is straight for a width. */
function curve(points, width) {
  let path = `M${points[0].x},${points[0].y}`;
  for (let i = 1; i < points.length; i++) {
    const start = points[i - 1].x + width, from = points[i - 1].y, { x, y } = points[i], middle = (start + x) / 2;
    path += `L${start},${from}C${middle},${from} ${middle},${y} ${x},${y}`;
  }
  return path;
}
