// The rows of a table that pass the filters, in the order of a column.

// Sorts row numbers by unsigned 32-bit words, the last words first: stable, and a million rows in a blink.
function radix(rows, words) {
  let from = rows;
  let to = new Uint32Array(rows.length);
  for (const word of words) {
    for (const shift of [0, 16]) {
      const starts = new Uint32Array(65537);
      for (let index = 0; index < from.length; index += 1) starts[((word[from[index]] >>> shift) & 0xffff) + 1] += 1;
      if (starts.includes(from.length)) continue;
      for (let digit = 0; digit < 65536; digit += 1) starts[digit + 1] += starts[digit];
      for (let index = 0; index < from.length; index += 1) {
        const row = from[index];
        const digit = (word[row] >>> shift) & 0xffff;
        to[starts[digit]] = row;
        starts[digit] += 1;
      }
      [from, to] = [to, from];
    }
  }
  return from;
}

// Numbers as words that are ordered as the numbers are; 64-bit integers exactly. What is missing, and what is no number, comes last.
function orderWords(column, shown) {
  const low = new Uint32Array(shown);
  const high = new Uint32Array(shown);
  const last = new Uint32Array(shown);
  const float = new Float64Array(1);
  const words = new Uint32Array(float.buffer);
  for (let row = 0; row < shown; row += 1) {
    const value = column.value(row);
    if (value === undefined || Number.isNaN(value)) { last[row] = value === undefined ? 2 : 1; continue; }
    if (typeof value === 'bigint') {
      const offset = BigInt.asUintN(64, value + (isSigned(column.type) ? 1n << 63n : 0n));
      low[row] = Number(offset & 0xffffffffn);
      high[row] = Number(offset >> 32n);
      continue;
    }
    float[0] = value === 0 ? 0 : value;
    const isNegative = words[1] >>> 31;
    low[row] = isNegative ? ~words[0] : words[0];
    high[row] = isNegative ? ~words[1] : words[1] | 0x80000000;
  }
  return [low, high, last];
}

// Whether all values of a column are of the kind that `orderWords` can order.
const hasWords = (column) => (column instanceof KeyColumn ? column.isNumber && !column.hasWide : column.isNumber && !(isInteger(column.type) && column.type.laneSize > 8));

function sorted(rows, column, isDescending) {
  const shown = column.table.shown;
  column.load();
  let result;
  if (column.isLink && !column.isArray && !column.leadsToText) {
    const values = Float64Array.from({ length: shown }, (_, row) => Number(column.value(row) ?? Infinity));
    result = rows.slice().sort((a, b) => values[a] - values[b] || a - b);
  } else if (hasWords(column)) {
    const words = orderWords(column, shown);
    result = radix(rows.slice(), words);
    if (isDescending) {
      // Those without a value stay at the end.
      const end = firstIndex(result.length, (index) => words[2][result[index]] > 0);
      const present = result.subarray(0, end).slice().reverse();
      result.set(present, 0);
    }
    return result;
  } else {
    const texts = Array.from({ length: shown }, (_, row) => column.value(row));
    const compare = (a, b) => (a === b ? 0 : a < b ? -1 : 1);
    const rank = (text) => (text === undefined ? 1 : 0);
    const direction = isDescending ? -1 : 1;
    return rows.slice().sort((a, b) => rank(texts[a]) - rank(texts[b]) || direction * compare(texts[a], texts[b]) || a - b);
  }
  return isDescending ? result.reverse() : result;
}

// A filter's text as a test of a value, or an error's text. Numbers: 5, =5, >5, <=5, !5, 1..9, none; dates where the column reads as dates. Text: a part
// of it, =whole, !part.
function parseFilter(text, column) {
  const trimmed = text.trim();
  if (!trimmed) return null;
  if (trimmed === 'none') return (row) => !column.isPresent(row);
  const isNumber = column.isNumber && column.reading !== undefined;
  if (!isNumber) return textFilter(trimmed, column);
  const range = /^(.*?)\.\.(.*)$/.exec(trimmed);
  if (range) {
    const [low, high] = [operand(range[1] || '-Infinity', column), operand(range[2] || 'Infinity', column)];
    if (low === undefined || high === undefined) return textOfNumber(trimmed, column);
    return (row) => { const value = column.value(row); return value !== undefined && value >= low && value <= high; };
  }
  const [, operator, rest] = /^(<=|>=|!=|<|>|=|!)?\s*(.*)$/.exec(trimmed);
  const right = operand(rest, column);
  if (right === undefined) return operator ? `“${rest}” is no number` : textOfNumber(trimmed, column);
  // eslint-disable-next-line eqeqeq -- a number equals a BigInt of the same value.
  const tests = { '<': (a) => a < right, '<=': (a) => a <= right, '>': (a) => a > right, '>=': (a) => a >= right, '=': (a) => a == right };
  const test = operator?.startsWith('!') ? (a) => !tests['='](a) : tests[operator ?? '='];
  return (row) => { const value = column.value(row); return value !== undefined && test(value); };
}

function textFilter(text, column) {
  if (text.startsWith('=')) return (row) => column.text(row) === text.slice(1);
  const isNot = text.startsWith('!');
  const part = (isNot ? text.slice(1) : text).toLowerCase();
  return (row) => column.text(row).toLowerCase().includes(part) !== isNot;
}

const textOfNumber = (text, column) => (row) => column.text(row).toLowerCase().includes(text.toLowerCase());

function operand(text, column) {
  const word = text.trim().replace(/ UTC$/, '');
  if (column.names) {
    // The name of an enumerator, or what a cell shows.
    const named = Object.entries(column.names).find(([number, name]) => word === name || word === `${name} (${number})`);
    if (named) return Number(named[0]);
  }
  if (word === '') return undefined;
  if (word === 'true' || word === 'false') return Number(word === 'true');
  const isMoment = column.isDate || ['unix', 'milliseconds', '2001'].includes(column.reading);
  if (isMoment && /^-?\d{4,6}-\d\d/.test(word)) {
    const seconds = Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(word.slice(10)) ? word : `${word.replace(' ', 'T')}${word.length > 10 ? 'Z' : ''}`) / 1000;
    if (Number.isNaN(seconds)) return undefined;
    return column.reading === 'milliseconds' ? seconds * 1000 : column.reading === '2001' ? seconds - unix2001 : seconds;
  }
  if (/^-?(0x[0-9a-f]+|\d+)$/i.test(word) && word.length > 15) return word.startsWith('-') ? -BigInt(word.slice(1)) : BigInt(word);
  const number = Number(word.replace(/^(-?)(?=0x)/, '$1').replace('−', '-'));
  return Number.isNaN(number) && word.toLowerCase() !== 'nan' ? undefined : number;
}
