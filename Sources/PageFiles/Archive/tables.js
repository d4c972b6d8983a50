// Tables: of columns that the document describes, and of objects of one class, whose columns are their keys.

// Texts of different lengths, each ended by a zero: the table #text. Bytes with lengths in another column: #handles.
class TextColumn extends Column {
  constructor(table, description) {
    super(table, description);
    this.lengths = description.lengths;
    this.isBlob = this.lengths !== undefined;
    this.typeText = this.isBlob ? 'bytes' : 'text';
  }

  get isText() { return true; }
  get isNumber() { return false; }

  load() {
    if (this.bytes) return;
    super.load();
    this.starts = new Uint32Array(this.table.shown + 1);
    for (let row = 0, at = 0; row < this.table.shown; row += 1) {
      if (this.isBlob) at += Number(this.table.columns[this.lengths].value(row));
      else {
        const zero = this.bytes.indexOf(0, at);
        at = zero < 0 ? this.bytes.length : zero + 1;
      }
      this.starts[row + 1] = Math.min(at, this.bytes.length);
    }
  }

  isPresent() { return !this.missing; }
  value(row) { return this.text(row); }

  text(row) {
    if (this.missing) return '';
    this.load();
    const bytes = this.bytes.subarray(this.starts[row], this.starts[row + 1]);
    return this.isBlob ? Array.from(bytes.subarray(0, 32), (byte) => hexadecimal(byte)).join(' ') : fixedText(bytes, 'utf8');
  }

  place(row) {
    if (this.missing) return null;
    this.load();
    return { space: this.space, offset: this.offset(this.starts[row]), length: this.starts[row + 1] - this.starts[row] };
  }

  rowAt(offset) {
    const [start, length] = this.pieces[0] ?? [0, 0];
    if (offset < start || offset >= start + length) return -1;
    this.load();
    return firstIndex(this.table.shown, (row) => this.starts[row + 1] > offset - start);
  }
}

// The name of a graph's table without its graph's key.
const shortName = (name) => name.split('.').at(-1).replace(/^#/, '');

class Table {
  constructor(description, index) {
    Object.assign(this, { index, name: description.name, kind: description.kind, node: description.node ?? -1, rows: description.rows, parts: description.parts ?? 0 });
    this.pieces = description.pieces ?? [[0, description.rows]];
    this.shown = this.pieces.reduce((sum, [, many]) => sum + many, 0);
    this.columns = [];
    for (const column of description.columns) {
      const isOpen = column.type === 'texts' || column.type === 'blobs';
      this.columns.push(isOpen ? new TextColumn(this, column) : new Column(this, column));
    }
    // The numbers of rows begin with 1 in graphs, as links count them, and with 0 elsewhere.
    this.base = description.kind === 'graph' ? 1 : 0;
  }

  get isSampled() { return this.shown < this.rows; }

  // The number of a shown row in the archive, from 0, and the reverse (-1: the page does not have it).
  actualRow(shown) {
    let before = 0;
    for (const [first, many] of this.pieces) {
      if (shown < before + many) return first + shown - before;
      before += many;
    }
    return -1;
  }

  shownRow(actual) {
    let before = 0;
    for (const [first, many] of this.pieces) {
      if (actual >= first && actual < first + many) return before + actual - first;
      before += many;
    }
    return -1;
  }

  // As key paths and links are written: orders[4], #node:17.
  rowName(shown) {
    const row = this.actualRow(shown) + this.base;
    return this.kind === 'graph' ? `#${shortName(this.name)}:${row}` : `${this.name}[${row}]`;
  }

  valueName(shown, column) { return this.kind === 'numbers' ? this.rowName(shown) : `${this.rowName(shown)}.${column.name}`; }
}

// One key of all objects of a class.
class KeyColumn {
  constructor(table, name) {
    Object.assign(this, { table, name, typeText: '', reading: 'number', isLink: false, links: [], conditions: [], missing: null });
    this.nodes = new Int32Array(table.shown).fill(-1);
  }

  get isNumber() { return this.kinds.size > 0 && [...this.kinds].every((kind) => kind === 'int' || kind === 'real' || kind === 'date' || kind === 'bool'); }
  get isText() { return !this.isNumber; }
  get hasWide() { return this.nodes.some((node) => node >= 0 && typeof nodeNumber(node) === 'bigint'); }
  get isDate() { return this.kinds.size === 1 && this.kinds.has('date'); }

  finish() {
    this.kinds = new Set();
    for (const node of this.nodes) if (node >= 0) this.kinds.add(nodeType(node));
    this.kinds.delete('null');
    this.typeText = this.kinds.size === 1 ? [...this.kinds][0] : 'mixed';
  }

  load() {}
  isPresent(row) { return this.nodes[row] >= 0; }

  value(row) {
    const node = this.nodes[row];
    if (node < 0) return undefined;
    const number = nodeNumber(node);
    return number === undefined ? nodeSummary(node) : number;
  }

  text(row) { return this.nodes[row] < 0 ? '' : nodeSummary(this.nodes[row]); }
  place(row) { return this.nodes[row] < 0 ? null : nodePlace(this.nodes[row]); }
  linked(row) { return this.nodes[row] >= 0 && nodeHasChildren(this.nodes[row]) ? { node: this.nodes[row] } : null; }
}

class ObjectTable {
  constructor(name, nodes, index, kind = 'objects') {
    Object.assign(this, { index, name, kind, nodes, rows: nodes.length, shown: nodes.length, base: 0, isSampled: false, node: -1 });
    const columns = new Map();
    nodes.forEach((node, row) => {
      for (const [key, child] of nodeEntries(node)) {
        if (!columns.has(key)) columns.set(key, new KeyColumn(this, key));
        columns.get(key).nodes[row] = child;
      }
    });
    this.columns = [...columns.values()];
    for (const column of this.columns) column.finish();
  }

  actualRow(shown) { return shown; }
  shownRow(actual) { return actual < this.shown ? actual : -1; }
  rowName(shown) { return `${this.name} ${nodeNumeral(this.nodes[shown])}`; }
  valueName(shown, column) { return `${this.rowName(shown)} ${column.name}`; }
}

// A list whose elements are dictionaries: its columns are the union of their keys.
class ListTable extends ObjectTable {
  constructor(list, index) {
    super(pathText(list), nodeChildren(list), index, 'list');
    this.list = list;
    // The page may have fewer elements than the archive.
    this.rows = nodeTotal(list);
    this.isSampled = this.rows > this.shown;
  }

  rowName(shown) { return `${this.name}[${shown}]`; }
  valueName(shown, column) { return `${this.rowName(shown)}.${column.name}`; }
}

const mostLists = 500;
const isRecordList = (node) => nodeType(node) === 'array' && childCount(node) > 0 && nodeChildren(node).every((child) => nodeType(child) === 'map');

let tables = [];

function readTables(descriptions) {
  tables = descriptions.map((description, index) => new Table(description, index));
  const lists = [];
  for (let node = 0; node < nodes.length && lists.length < mostLists; node += 1) if (isRecordList(node)) lists.push(node);
  for (const list of lists) tables.push(new ListTable(list, tables.length));
  for (const [name, nodes] of objectsByClass()) if (nodes.length > 1) tables.push(new ObjectTable(name, nodes, tables.length));
}
