// Columns of packed bytes: one field of all rows. PageTable.swift says how a table stands in the page's document.

const product = (numbers) => numbers.reduce((result, number) => result * number, 1);

class Column {
  constructor(table, description) {
    Object.assign(this, { table, name: description.name, dimensions: description.dims ?? [], links: description.link ?? [] });
    this.type = elementType(description.element, description.order === 'big');
    this.typeText = description.type + this.dimensions.map((length) => `[${length}]`).join('') + this.links.map((index) => `&${index + 1}`).join('');
    this.space = description.space ?? 0;
    this.pieces = description.pieces ?? [];
    this.part = description.part ?? null;
    this.conditions = description.when ?? [];
    // How many elements one row (or one place of a union) has. The last dimension of a text is its length.
    this.textLength = isText(this.type) ? this.dimensions.at(-1) ?? 1 : 0;
    this.counts = this.textLength ? this.dimensions.slice(0, -1) : this.dimensions;
    this.per = product(this.counts);
    this.bytesPer = this.type.size * (this.textLength || 1);
    this.reading = description.reading ?? 'number';
    this.names = description.names ?? null;
    this.missing = description.missing ?? null;
  }

  get isLink() { return this.links.length > 0; }
  get isText() { return this.textLength > 0; }
  get isNumber() { return !this.isText && !this.type.isVector && this.per === 1 && !this.isLink; }
  // Links to texts show the texts.
  get leadsToText() { return this.isLink && tables[this.links[0]]?.columns[0] instanceof TextColumn; }
  get isArray() { return this.per !== 1 || this.isInArray; }
  get source() { return this.part ? this.table.columns[this.part[0]] : this; }
  get isInArray() { return this.conditions.length > 0 && this.finest().extent > 1; }

  // The bytes of all shown rows, one piece after another.
  load() {
    if (this.bytes) return;
    const parts = this.pieces.map(([offset, length]) => spaces[this.space].slice(offset, length) ?? new Uint8Array(length));
    this.bytes = parts.length === 1 ? parts[0] : new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    if (parts.length > 1) {
      let end = 0;
      for (const part of parts) { this.bytes.set(part, end); end += part.length; }
    }
    this.view = new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.byteLength);
    if (this.conditions.length) this.findStarts();
  }

  // Where a byte of `bytes` stands in its space.
  offset(index) {
    let before = 0;
    for (const [offset, length] of this.pieces) {
      if (index < before + length) return offset + index - before;
      before += length;
    }
    const [offset, length] = this.pieces.at(-1) ?? [0, 0];
    return offset + length;
  }

  // Members of unions have values only where their conditions hold. A condition's column has a value for each place of the record that
  // contains the union; `extent` is the number of such places in a row, and the finest condition has the most.
  get extent() { return (this.conditions.length ? this.finest().extent : 1) * this.source.per; }
  finest() {
    return this.conditions.map(([index]) => this.table.columns[index]).reduce((best, next) => (next.extent >= best.extent ? next : best));
  }

  // The places of a row that have this column's values; null if all have.
  placesOf(row) {
    if (!this.conditions.length) return null;
    const finest = this.finest();
    const places = [];
    for (let place = 0; place < finest.extent; place += 1) {
      const holds = this.conditions.every(([index, isEqual, values]) => {
        const column = this.table.columns[index];
        const value = column.valueAtPlace(row, Math.floor((place * column.extent) / finest.extent));
        return value !== undefined && values.includes(String(value)) === !!isEqual;
      });
      if (holds) places.push(place);
    }
    return places;
  }

  valueAtPlace(row, place) {
    const index = this.indexAtPlace(row, place);
    return index < 0 ? undefined : Number.isInteger(index) ? this.raw(index) : undefined;
  }

  indexAtPlace(row, place) {
    const source = this.source;
    source.load();
    if (!source.conditions.length) return row * source.per + place;
    const position = source.placesOf(row).indexOf(Math.floor(place / source.per));
    return position < 0 ? -1 : source.starts[row] + position * source.per + (place % source.per);
  }

  findStarts() {
    this.starts = new Uint32Array(this.table.shown + 1);
    for (let row = 0; row < this.table.shown; row += 1) this.starts[row + 1] = this.starts[row] + this.placesOf(row).length * this.per;
  }

  // The value of one element: a number or a BigInt; a part of a bit group is cut from its integer.
  raw(index) {
    const source = this.source;
    const at = index * source.bytesPer;
    if (at + source.bytesPer > source.bytes.length) return undefined;
    const value = source.type.read(source.view, at);
    if (!this.part) return value;
    const [, shift, width, isSigned] = this.part;
    if (typeof value === 'number' && width < 50) {
      const part = Math.floor(value / 2 ** shift) % 2 ** width;
      return isSigned && part >= 2 ** (width - 1) ? part - 2 ** width : part;
    }
    const bits = BigInt.asUintN(width, BigInt(value) >> BigInt(shift));
    const part = isSigned ? BigInt.asIntN(width, bits) : bits;
    return width < 50 ? Number(part) : part;
  }

  elementAt(index) {
    const source = this.source;
    const at = index * source.bytesPer;
    if (at + source.bytesPer > source.bytes.length) return '(not there)';
    if (this.isText) return fixedText(source.bytes.subarray(at, at + source.bytesPer), this.type.kind);
    if (this.part) return this.numberText(this.raw(index));
    return this.type.isVector ? elementText(this.type, source.view, at) : this.numberText(this.raw(index));
  }

  numberText(value) {
    if (this.isLink) return this.linkText(value);
    if (this.names && value !== undefined && this.reading === 'number') return this.names[value] === undefined ? String(value) : `${this.names[value]} (${value})`;
    if (this.reading === 'number' || value === undefined) return this.part ? String(value) : laneText(value, this.type);
    if (this.reading === 'hex') return (value < 0 ? '-0x' : '0x') + value.toString(16).replace('-', '');
    const seconds = Number(value) / (this.reading === 'milliseconds' ? 1000 : 1);
    return moment(this.reading === '2001' ? seconds + unix2001 : seconds);
  }

  linkText(row) {
    if (Number(row) === 0) return 'NULL';
    const target = this.target(Number(row));
    if (target.part) return `part ${target.part} of #${shortName(target.name)}`;
    if (target.table === undefined) return `#${shortName(tables[this.links[0]]?.name ?? '')}:${row}, after the last`;
    if (this.leadsToText && target.row >= 0) return tables[target.table].columns[0].text(target.row);
    return `#${shortName(tables[target.table].name)}:${target.number}`;
  }

  // First element of a row, or -1 if the row has none.
  first(row) {
    const source = this.source;
    source.load();
    if (!source.conditions.length) return row * source.per;
    return source.starts[row] === source.starts[row + 1] ? -1 : source.starts[row];
  }

  isPresent(row) { return !this.missing && (this.per === 0 || this.first(row) >= 0); }

  // What sorting, filters and distributions use: a number, a BigInt or a text; undefined if the row has none.
  value(row) {
    const index = this.missing ? -1 : this.first(row);
    if (index < 0 || this.per === 0) return undefined;
    if (this.isText) return this.elementAt(index);
    return this.isArray || this.type.isVector || this.leadsToText ? this.text(row) : this.raw(index);
  }

  text(row) {
    const index = this.missing ? -1 : this.first(row);
    if (index < 0) return '';
    if (!this.isArray) return this.elementAt(index);
    const most = 64;
    const places = this.source.placesOf(row);
    if (!places) return nested(this.counts, Math.min(this.per, most), (element) => this.elementAt(index + element), this.per);
    const texts = [];
    for (let place = 0, next = index; place < Math.min(this.finest().extent, most); place += 1) {
      if (!places.includes(place)) { texts.push('–'); continue; }
      const start = next;
      texts.push(this.per === 1 ? this.elementAt(start) : nested(this.counts, this.per, (element) => this.elementAt(start + element), this.per));
      next += this.per;
    }
    return `[${texts.join(', ')}]`;
  }

  // Where the bytes of a row's value stand.
  place(row) {
    const source = this.source;
    const index = this.missing ? -1 : this.first(row);
    if (index < 0 || !source.pieces.length) return null;
    const many = source.conditions.length ? source.starts[row + 1] - source.starts[row] : source.per;
    return { space: source.space, offset: source.offset(index * source.bytesPer), length: many * source.bytesPer };
  }

  // The shown row that has the byte at `offset`, or -1.
  rowAt(offset) {
    let before = 0;
    for (const [start, length] of this.pieces) {
      if (offset >= start && offset < start + length) {
        this.load();
        const index = Math.floor((before + offset - start) / (this.bytesPer || 1));
        if (!this.conditions.length) return Math.floor(index / (this.per || 1));
        return firstIndex(this.table.shown, (row) => this.starts[row + 1] > index);
      }
      before += length;
    }
    return -1;
  }

  elementCount(row) { return this.source.conditions.length ? this.source.starts[row + 1] - this.source.starts[row] : this.per; }

  // The first link of a row that is not NULL: its table and shown row (-1: not in the page).
  linked(row, element = 0) {
    if (!this.isLink || !this.isPresent(row)) return null;
    const target = this.target(Number(this.raw(this.first(row) + element)));
    return target.table === undefined ? null : target;
  }

  // A link counts through the rows of its tables, and through the parts behind each.
  target(number) {
    let rest = number;
    for (const index of number ? this.links : []) {
      const table = tables[index];
      if (!table) break;
      if (rest <= table.rows) return { table: index, row: table.shownRow(rest - 1), number: rest };
      if (rest <= table.rows + table.parts) return { part: rest - table.rows, name: table.name };
      rest -= table.rows + table.parts;
    }
    return number ? { rest } : {};
  }
}

function nested(counts, most, text, total) {
  if (counts.length <= 1) {
    const texts = Array.from({ length: most }, (_, index) => text(index));
    return `[${texts.join(', ')}${total > most ? `, … ${grouped(total)} in all` : ''}]`;
  }
  const inner = product(counts.slice(1));
  const rows = [];
  for (let index = 0; index < counts[0] && index * inner < most; index += 1) {
    rows.push(nested(counts.slice(1), Math.min(inner, most - index * inner), (element) => text(index * inner + element), inner));
  }
  return `[${rows.join(', ')}${total > most ? ', …' : ''}]`;
}
