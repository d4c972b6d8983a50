// The bytes that the page has. Space 0 is the file; further spaces are the binary forms of property lists that are XML within data. A space has
// parts, each a script element with base64, which is decoded when it is first needed.

class Space {
  constructor(length) {
    this.length = length;
    this.parts = [];
  }

  add(offset, length, element) {
    this.parts.push({ offset, length, element, bytes: null });
  }

  finish() {
    this.parts.sort((a, b) => a.offset - b.offset);
    // Ranges without gaps, for statements about what is missing.
    this.ranges = [];
    for (const part of this.parts) {
      const last = this.ranges.at(-1);
      if (last && last.end === part.offset) last.end += part.length;
      else this.ranges.push({ start: part.offset, end: part.offset + part.length });
    }
    this.shown = this.parts.reduce((sum, part) => sum + part.length, 0);
  }

  partAt(offset) {
    const after = firstIndex(this.parts.length, (index) => this.parts[index].offset > offset);
    const part = this.parts[after - 1];
    return part && offset < part.offset + part.length ? part : null;
  }

  has(offset, length) {
    const after = firstIndex(this.ranges.length, (index) => this.ranges[index].start > offset);
    const range = this.ranges[after - 1];
    return !!range && offset + length <= range.end;
  }

  static load(part) {
    if (!part.bytes) {
      const text = part.element.textContent.trim();
      part.bytes = Uint8Array.fromBase64 ? Uint8Array.fromBase64(text) : Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
      part.element.remove();
      part.element = null;
    }
    return part.bytes;
  }

  // One byte, or -1 if the page does not have it.
  byte(offset) {
    const part = this.partAt(offset);
    return part ? Space.load(part)[offset - part.offset] : -1;
  }

  // The bytes of a range, or null if the page does not have all of them.
  slice(offset, length) {
    if (length === 0) return new Uint8Array(0);
    if (!this.has(offset, length)) return null;
    const part = this.partAt(offset);
    if (offset + length <= part.offset + part.length) return Space.load(part).subarray(offset - part.offset, offset - part.offset + length);
    const result = new Uint8Array(length);
    let done = 0;
    while (done < length) {
      const next = this.partAt(offset + done);
      const start = offset + done - next.offset;
      const many = Math.min(next.length - start, length - done);
      result.set(Space.load(next).subarray(start, start + many), done);
      done += many;
    }
    return result;
  }
}

function readSpaces(lengths) {
  const spaces = lengths.map((length) => new Space(length));
  for (const element of document.querySelectorAll('script[data-space]')) {
    spaces[Number(element.dataset.space)]?.add(Number(element.dataset.offset), Number(element.dataset.length), element);
  }
  for (const space of spaces) space.finish();
  return spaces;
}
