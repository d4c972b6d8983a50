// A list of any number of rows of one height, of which only those on the screen are elements.

// Browsers limit the height of an element; above this one, a step of the scroll bar skips rows.
const mostHeight = 8_000_000;

class Rows {
  // `render` gives the element of a row. `head` is an element of the scroller that stays on top, if there is one.
  constructor(scroller, rowHeight, render, head = null) {
    Object.assign(this, { scroller, rowHeight, render, head, count: 0 });
    this.spacer = make('div', { class: 'spacer', role: 'presentation' });
    this.window = make('div', { class: 'window', role: 'presentation' });
    this.spacer.append(this.window);
    scroller.append(this.spacer);
    this.draw = nextFrame(() => this.drawNow());
    scroller.addEventListener('scroll', this.draw, { passive: true });
    new ResizeObserver(this.draw).observe(scroller);
  }

  get headHeight() { return this.head?.offsetHeight ?? 0; }
  get viewHeight() { return Math.max(0, this.scroller.clientHeight - this.headHeight); }
  get total() { return this.count * this.rowHeight; }
  get height() { return Math.min(this.total, mostHeight); }

  // Where the view begins, in pixels of the list as it would be without a limit.
  get top() {
    const hidden = this.height - this.viewHeight;
    if (this.total <= mostHeight || hidden <= 0) return Math.min(this.scroller.scrollTop, Math.max(0, this.total - this.viewHeight));
    return (Math.min(this.scroller.scrollTop, hidden) / hidden) * (this.total - this.viewHeight);
  }

  set top(value) {
    const wanted = Math.max(0, Math.min(value, this.total - this.viewHeight));
    const isScaled = this.total > mostHeight;
    this.scroller.scrollTop = isScaled ? (wanted / (this.total - this.viewHeight)) * (this.height - this.viewHeight) : wanted;
  }

  get first() { return Math.floor(this.top / this.rowHeight); }
  get perPage() { return Math.max(1, Math.floor(this.viewHeight / this.rowHeight) - 1); }

  resize(count) {
    this.count = count;
    this.spacer.style.height = `${this.height}px`;
    this.draw();
  }

  drawNow() {
    const top = this.top;
    const first = Math.floor(top / this.rowHeight);
    const last = Math.min(this.count, Math.ceil((top + this.viewHeight) / this.rowHeight) + 1);
    this.window.style.transform = `translateY(${Math.round(Math.min(this.scroller.scrollTop, this.height) + first * this.rowHeight - top)}px)`;
    const elements = [];
    for (let index = first; index < last; index += 1) elements.push(this.render(index));
    this.window.replaceChildren(...elements);
  }

  isVisible(index) {
    const start = index * this.rowHeight;
    return start >= this.top && start + this.rowHeight <= this.top + this.viewHeight;
  }

  // Brings a row into view: as little as possible, or to the middle.
  show(index, isCentred = false) {
    if (!isCentred && this.isVisible(index)) { this.draw(); return; }
    const start = index * this.rowHeight;
    if (isCentred) {
      if (!this.isVisible(index)) this.top = start - (this.viewHeight - this.rowHeight) / 2;
    } else this.top = start < this.top ? start : start + this.rowHeight - this.viewHeight;
    this.draw();
  }
}

// The row that the keys for movement lead to, or undefined if the key is none of them.
function moved(key, from, count, perPage) {
  const steps = { ArrowDown: from + 1, ArrowUp: from - 1, PageDown: from + perPage, PageUp: from - perPage, Home: 0, End: count - 1 };
  return key in steps ? Math.max(0, Math.min(count - 1, steps[key])) : undefined;
}
