"use strict";

// MARK: Markup

/** A text that needs no escape. */
class Markup {
  constructor(text) { this.text = text; }
  toString() { return this.text; }
}

/** Escapes a value, joins a list, and leaves out false, null and undefined. */
function escaped(value) {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(escaped).join("");
  if (value === false || value === null || value === undefined) return "";
  return String(value).replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}

/** The tag of a template whose values are escaped: html`<b>${name}</b>`. */
const html = (parts, ...values) => new Markup(String.raw({ raw: parts }, ...values.map(escaped)));

/** A name or a path that can be divided after a dot or a slash, and in a long component before a capital letter. */
function breakable(text) {
  const components = text.split(/(?<=[./])/).flatMap(part => part.length > 16 ? part.split(/(?<=[a-z0-9_])(?=[A-Z])/) : part);
  return components.map((part, i) => i ? html`<wbr>${part}` : html`${part}`);
}

// MARK: Lists and words

const find = (selector, root = document) => root.querySelector(selector);
const findAll = (selector, root = document) => [...root.querySelectorAll(selector)];
const sum = (list, value) => list.reduce((total, item) => total + value(item), 0);
const unique = list => [...new Set(list)];
const count = (number, noun, plural = `${noun}s`) => `${number.toLocaleString("en")} ${number === 1 ? noun : plural}`;

/** A function that compares by keys: a later key decides if those before are equal. */
const by = (...keys) => (a, b) => {
  for (const key of keys) {
    const x = key(a), y = key(b);
    if (x < y) return -1;
    if (x > y) return 1;
  }
  return 0;
};

/** The items of each key, in the order of the first items. */
function group(list, key) {
  const groups = new Map();
  for (const item of list) {
    const name = key(item);
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(item);
  }
  return groups;
}

/** A duration with three digits, such as 12.5 ms. */
function duration(seconds) {
  const [factor, unit] = seconds >= 1 ? [1, "s"] : seconds >= 0.0001 ? [1e3, "ms"] : [1e6, "µs"];
  return `${Number((seconds * factor).toPrecision(3)).toLocaleString("en")} ${unit}`;
}

function decoded(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}
