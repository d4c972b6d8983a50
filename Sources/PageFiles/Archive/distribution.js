// How often the values of a column occur: classes of equal width for numbers and moments, the most frequent ones for text and where there are few.

const mostCounted = 2_000_000;

function distribution(column, rows) {
  if (column.missing) return { facts: [['missing', column.missing]] };
  column.load();
  const values = [];
  let missing = 0;
  const step = Math.max(1, Math.ceil(rows.length / mostCounted));
  let read = 0;
  for (let index = 0; index < rows.length; index += step, read += 1) {
    const value = column.isLink && !column.isArray ? column.text(rows[index]) : column.value(rows[index]);
    if (value === undefined) missing += 1; else values.push(value);
  }
  const facts = [['rows', grouped(rows.length)]];
  if (step > 1) facts.push(['counted', `${grouped(read)}, each ${step}th`]);
  if (missing) facts.push(['without a value', grouped(missing)]);
  const isNumeric = column.isNumber && values.every((value) => typeof value !== 'string');
  const counts = new Map();
  for (const value of values) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
    if (isNumeric && counts.size > 5000) break;
  }
  facts.push(['different', counts.size > 5000 && isNumeric ? 'more than 5,000' : grouped(counts.size)]);
  const frequent = () => [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  if (!isNumeric) return { facts, bars: topBars(frequent(), values.length, (value) => value), isSorted: true };
  const words = (value) => column.numberText?.(value) ?? (column.isDate ? moment(Number(value)) : brief(value));
  const numbers = Float64Array.from(values, Number).filter(Number.isFinite).sort();
  if (numbers.length < values.length) facts.push(['not finite', grouped(values.length - numbers.length)]);
  if (numbers.length) {
    const at = (share) => numbers[Math.round(share * (numbers.length - 1))];
    const isPlain = column.reading === 'number' && !column.isDate;
    const say = (value) => (isPlain ? brief(value) : words(Number.isInteger(value) ? value : Math.round(value)));
    facts.push(['least', say(at(0))], ['median', say(at(0.5))], ['greatest', say(at(1))]);
    if (isPlain) facts.push(['mean', mean(numbers)]);
  }
  if (counts.size <= 24) {
    const ordered = [...counts].sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
    return { facts, bars: ordered.map(([value, many]) => ({ label: words(value), count: many, share: many / values.length })) };
  }
  return { facts, bins: bins(numbers, column, words) };
}

// The mean with as many digits as it has, and `≈` where it has more.
function mean(numbers) {
  const value = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const text = grouped(String(Number(value.toPrecision(6))));
  return value === Number(value.toPrecision(6)) && Number.isSafeInteger(value * numbers.length) ? text : `≈ ${text}`;
}

function topBars(ordered, total, words) {
  const shown = ordered.slice(0, 15).map(([value, many]) => ({ label: words(value), count: many, share: many / total }));
  const rest = ordered.slice(15).reduce((sum, [, many]) => sum + many, 0);
  if (rest) shown.push({ label: `${count(ordered.length - 15, 'other')}`, count: rest, share: rest / total, isRest: true });
  return shown;
}

// Classes whose limits are round numbers; moments too, as they are numbers of seconds.
function bins(numbers, column, words) {
  const [least, most] = [numbers[0], numbers.at(-1)];
  const rough = (most - least) / Math.max(8, Math.min(40, Math.ceil(2 * Math.cbrt(numbers.length)))) || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  let width = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((factor) => factor >= rough * 0.999);
  if (column.type && isInteger(column.type)) width = Math.max(1, Math.round(width));
  const start = Math.floor(least / width) * width;
  const many = Math.min(60, Math.max(1, Math.floor((most - start) / width) + 1));
  const found = Array.from({ length: many }, (_, index) => ({ low: start + index * width, high: start + (index + 1) * width, count: 0 }));
  for (const value of numbers) found[Math.min(many - 1, Math.floor((value - start) / width))].count += 1;
  const say = (value) => (column.isDate || column.reading !== 'number' ? words(Math.round(value)) : brief(Number(value.toPrecision(12))));
  return found.map((bin) => ({ ...bin, lowText: say(bin.low), highText: say(bin.high) }));
}

// The picture and the table of facts. `filter` is called with a filter's text when a bar is pressed.
function showDistribution(element, column, rows, filter) {
  const found = distribution(column, rows);
  const facts = make('dl', { class: 'facts' });
  for (const [name, value] of found.facts) facts.append(make('div', {}, make('dt', {}, name), make('dd', { text: value })));
  // The picture first, so that small screens show it.
  element.replaceChildren(...(found.bins ? [binPicture(found.bins, column, filter), facts] : [facts]));
  if (!found.bins && found.bars?.length) element.append(barList(found.bars, column, filter));
}

function barList(bars, column, filter) {
  const most = Math.max(...bars.map((bar) => bar.count));
  const list = make('ol', { class: 'bars', 'aria-label': 'Values by frequency' });
  for (const bar of bars) {
    const fill = make('span', { class: 'fill', 'aria-hidden': true });
    fill.style.width = `${(bar.count / most) * 100}%`;
    const name = bar.label === '' ? make('span', { class: 'note' }, '(empty)') : make('span', { class: 'label', text: bar.label });
    const number = make('span', { class: 'note' }, `${grouped(bar.count)} · ${(bar.share * 100).toFixed(bar.share < 0.1 ? 1 : 0)} %`);
    const canFilter = !bar.isRest && filter && !column.isArray;
    const inside = [fill, name, number];
    list.append(make('li', {}, canFilter ? make('button', { type: 'button', title: 'Filter by this value', onclick: () => filter(`=${bar.label}`) }, ...inside) : make('div', {}, ...inside)));
  }
  return list;
}

function binPicture(found, column, filter) {
  const most = Math.max(...found.map((bin) => bin.count));
  // Where one class has nearly all values, the others can be seen only by their logarithms.
  const small = found.filter((bin) => bin.count && bin.count < most / 50).length;
  let isLogarithmic = small * 3 > found.filter((bin) => bin.count).length;
  const height = (many) => (isLogarithmic ? Math.log(many + 1) / Math.log(most + 1) : many / most) * 100;
  const fills = [];
  const picture = make('div', { class: 'histogram', role: 'group', 'aria-label': `Histogram of ${plain(column.name)}: ${found.length} classes from ${found[0].lowText} to ${found.at(-1).highText}` });
  const readout = make('div', { class: 'readout' }, `${found[0].lowText} … ${found.at(-1).highText}`);
  for (const bin of found) {
    const text = `${bin.lowText} to ${bin.highText}: ${grouped(bin.count)}`;
    const fill = make('span', { class: 'fill' });
    fills.push([fill, bin.count]);
    const say = () => { readout.textContent = text; };
    picture.append(make('button', { type: 'button', 'aria-label': text, title: text, onmouseenter: say, onfocus: say, onclick: () => filter?.(`${bin.lowFilter ?? bin.low}..${bin.high}`) }, fill));
  }
  const draw = () => { for (const [fill, many] of fills) fill.style.height = `${many ? Math.max(2, height(many)) : 0}%`; };
  const scale = make('label', { class: 'scale' }, make('input', { type: 'checkbox', checked: isLogarithmic, onchange: (event) => { isLogarithmic = event.target.checked; draw(); } }), ' logarithmic heights');
  draw();
  return make('div', {}, picture, readout, scale);
}
