// What each byte belongs to: the innermost value, column or part of the file's structure around it.

class Regions {
  constructor() { this.found = []; }

  add(offset, length, item) { if (length > 0) this.found.push([offset, offset + length, item]); }

  finish() {
    // Outer regions first, so that each one's encloser comes before it; of equal ones the later addition is the inner one.
    const order = this.found.map((region, index) => [...region, index]).sort((a, b) => a[0] - b[0] || b[1] - a[1] || a[3] - b[3]);
    this.starts = Float64Array.from(order, (region) => region[0]);
    this.ends = Float64Array.from(order, (region) => region[1]);
    this.items = order.map((region) => region[2]);
    this.around = new Int32Array(order.length).fill(-1);
    let open = -1;
    for (let index = 0; index < order.length; index += 1) {
      while (open >= 0 && this.ends[open] < this.ends[index]) open = this.around[open];
      while (open >= 0 && this.ends[open] <= this.starts[index]) open = this.around[open];
      this.around[index] = open;
      open = index;
    }
    this.found = null;
  }

  at(offset) {
    let index = firstIndex(this.starts.length, (next) => this.starts[next] > offset) - 1;
    while (index >= 0 && this.ends[index] <= offset) index = this.around[index];
    return index < 0 ? null : { ...this.items[index], start: this.starts[index], end: this.ends[index] };
  }
}

let regions = [];

function findRegions() {
  regions = spaces.map(() => new Regions());
  for (const [offset, length, label, node = -1, unit = 0, space = 0] of pageDocument.spans ?? []) regions[space].add(offset, length, { label, node, unit, kind: 'structure' });
  nodes.forEach((node, index) => regions[nodeSpace(index)].add(node[1], node[2], { node: index, kind: kindOfNode(node[0]) }));
  for (const table of tables) {
    for (const column of table.columns) {
      for (const [offset, length] of column.part ? [] : column.pieces ?? []) {
        regions[column.space].add(offset, length, { column, node: table.node, kind: column.isText ? 'text' : 'column' });
      }
    }
  }
  for (const each of regions) each.finish();
}

const kindOfNode = (type) => ({ text: 'text', data: 'data', int: 'number', real: 'number', bool: 'number', date: 'number', uid: 'number', value: 'text' })[type] ?? 'structure';

// What the byte at an offset is, in words, and what it belongs to.
function meaning(space, offset) {
  const region = regions[space].at(offset);
  if (!region) return { text: 'no value has these bytes', kind: 'unused', place: { space, offset, length: 1 } };
  if (region.column) {
    const { column } = region;
    const shown = column.rowAt(offset);
    const place = column.place(shown);
    const parts = column.table.columns.filter((each) => each.part && column.table.columns[each.part[0]] === column);
    const values = parts.length ? parts.map((part) => `${part.name} ${part.text(shown)}`).join(', ') : column.text(shown);
    return { text: `${column.table.valueName(shown, column)} = ${values}`, kind: region.kind, column, table: column.table, shown, node: region.node, place: place ?? { space, offset, length: 1 } };
  }
  const place = { space, offset: region.start, length: region.end - region.start };
  if (region.label) {
    const entry = region.unit ? `, entry ${grouped(Math.floor((offset - region.start) / region.unit))}` : '';
    if (region.unit) Object.assign(place, { offset: region.start + Math.floor((offset - region.start) / region.unit) * region.unit, length: region.unit });
    return { text: region.label + entry, kind: region.kind, node: region.node, place };
  }
  return { text: `${pathText(region.node)}: ${nodeClass(region.node) || nodeType(region.node)} ${nodeSummary(region.node)}`, kind: region.kind, node: region.node, place };
}
