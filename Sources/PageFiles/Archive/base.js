// What every part of the page uses: elements without markup, text made visible, numbers in words.

const byId = (id) => document.getElementById(id);

// An element with attributes and children; a string is text and never markup. `text` is untrusted and goes through `write`.
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || (value === false && !key.startsWith('aria-'))) continue;
    if (key === 'text') write(element, value);
    else if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true && !key.startsWith('aria-') ? '' : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// Control characters, directions of writing, what has no width, and halves of surrogate pairs: an archive can hide or reorder text with them.
const invisible =
  /[\p{Cc}\p{Cs}\p{Bidi_C}\u00ad\u115f\u1160\u180e\u200b\u2028\u2029\u2060-\u2064\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
const shortNames = { '\n': '\\n', '\t': '\\t', '\r': '\\r', '\0': '\\0' };
const named = (character) => shortNames[character] ?? `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

// Appends text from the archive. Invisible characters become marked names, so that they cannot be mistaken for text either.
function write(element, text, most = 2000) {
  const all = String(text);
  const shown = all.length > most ? all.slice(0, most) : all;
  let end = 0;
  for (const match of shown.matchAll(invisible)) {
    if (match.index > end) element.append(shown.slice(end, match.index));
    const mark = document.createElement('span');
    mark.className = 'escape';
    mark.textContent = named(match[0]);
    element.append(mark);
    end = match.index + match[0].length;
  }
  if (end < shown.length) element.append(shown.slice(end));
  if (shown.length < all.length) {
    const rest = document.createElement('span');
    rest.className = 'note';
    rest.textContent = ` … ${count(all.length - shown.length, 'character')} more`;
    element.append(rest);
  }
  return element;
}

// The same as one string, for titles, canvases and screen readers.
const plain = (text, most = 200) => {
  const shown = String(text).slice(0, most).replace(invisible, (character) => `‹${named(character)}›`);
  return String(text).length > most ? `${shown}…` : shown;
};

const grouped = (number) => {
  const [whole, fraction] = String(number).split('.');
  if (!/^-?\d+$/.test(whole)) return String(number);
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction === undefined ? '' : `.${fraction}`);
};
const count = (number, one, many = `${one}s`) => `${grouped(number)} ${Number(number) === 1 ? one : many}`;
const size = (bytes) => {
  if (bytes < 10000) return count(bytes, 'byte');
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = -1;
  while (value >= 1000 && unit < units.length - 1) { value /= 1000; unit += 1; }
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ${units[unit]}`;
};
const hexadecimal = (number, digits = 2) => number.toString(16).padStart(digits, '0');

// A number as people read it: short, and exact if it is an integer.
const brief = (number) => {
  if (typeof number === 'bigint' || Number.isInteger(number)) return Math.abs(Number(number)) < 1e15 ? grouped(number) : String(number);
  return Number.isFinite(number) ? String(Number(number.toPrecision(6))) : String(number);
};

// Moments count from 1970, 2001 or in milliseconds. Outside of JavaScript's years the number alone is shown.
const unix2001 = 978307200;
function moment(seconds) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return `${seconds} s`;
  return date.toISOString().replace('T', ' ').replace(/(\.000)?Z$/, ' UTC');
}

// What is said once, for those who do not see the screen.
function announce(text) {
  byId('status').textContent = plain(text, 400);
}

// Messages between the parts: 'select' (a value was chosen), 'point' (the pointer is on one), 'theme', 'resize'.
const listeners = new Map();
const on = (name, call) => listeners.set(name, [...(listeners.get(name) ?? []), call]);
const send = (name, detail) => { for (const call of listeners.get(name) ?? []) call(detail); };

const reducesMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

// Lets the browser draw before long work, so that the page says that it works.
const pause = () => new Promise((resolve) => { setTimeout(resolve, 0); });
const nextFrame = (call) => {
  let waits = false;
  return (...values) => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(() => { waits = false; call(...values); });
  };
};

// The first index in 0..<length for which the test is true; it has to stay true from there on.
function firstIndex(length, test) {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (test(middle)) high = middle; else low = middle + 1;
  }
  return low;
}
