// Search through keys, classes and values of the tree, and the texts in columns. A match is {node, place} or {table, column, shown}.

const mostMatches = 5000;

class Search {
  constructor(input, status) {
    Object.assign(this, { input, status, matches: [], at: -1, text: '', run: 0 });
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      this.go(event.shiftKey ? -1 : 1);
    });
    input.addEventListener('input', () => { clearTimeout(this.timer); this.timer = setTimeout(() => this.start(), 250); });
    byId('next').addEventListener('click', () => this.go(1));
    byId('previous').addEventListener('click', () => this.go(-1));
  }

  async start() {
    clearTimeout(this.timer);
    const text = this.input.value.trim().toLowerCase();
    if (text === this.text) return;
    this.text = text;
    this.run += 1;
    const { run } = this;
    Object.assign(this, { matches: [], at: -1, isDone: false });
    send('match', null);
    if (text) {
      await this.searchNodes(text, run);
      if (run === this.run) await this.searchColumns(text, run);
    }
    if (run !== this.run) return;
    this.isDone = true;
    this.say();
  }

  get isFull() { return this.matches.length >= mostMatches; }

  async searchNodes(text, run) {
    let end = performance.now() + 20;
    for (let parent = 0; parent < nodes.length && !this.isFull; parent += 1) {
      const name = nodeClass(parent);
      for (let position = 0; position < childCount(parent) && !this.isFull; position += 1) {
        const child = childAt(parent, position);
        const isFirst = parents[child] === parent && positions[child] === position;
        const key = isKeyed(parent) ? keyAt(parent, position) : '';
        const found = key.toLowerCase().includes(text) || (isFirst && (nodeClass(child).toLowerCase().includes(text) || (!nodeHasChildren(child) && nodeSummary(child).toLowerCase().includes(text))));
        if (found) this.matches.push({ node: child, place: [parent, position] });
      }
      if (performance.now() > end) {
        await pause();
        if (run !== this.run) return;
        end = performance.now() + 20;
      }
      if (name && parent === 0 && name.toLowerCase().includes(text)) this.matches.push({ node: 0 });
    }
  }

  async searchColumns(text, run) {
    let end = performance.now() + 20;
    for (const table of tables) {
      for (const column of table.kind === 'objects' ? [] : table.columns) {
        if (!column.isText) continue;
        column.load();
        for (let shown = 0; shown < table.shown && !this.isFull; shown += 1) {
          if (column.isPresent(shown) && column.text(shown).toLowerCase().includes(text)) this.matches.push({ table, column, shown });
          if (shown % 512 === 0 && performance.now() > end) {
            this.status.textContent = `${grouped(this.matches.length)} …`;
            await pause();
            if (run !== this.run) return;
            end = performance.now() + 20;
          }
        }
      }
    }
  }

  say() {
    const total = this.matches.length;
    const text = !this.text ? '' : !total ? 'nothing found' : `${this.at < 0 ? '' : `${grouped(this.at + 1)} of `}${grouped(total)}${this.isFull ? ' or more' : ''}`;
    this.status.textContent = text;
  }

  async go(direction) {
    await this.start();
    if (!this.matches.length) { this.say(); return; }
    this.at = (this.at + direction + this.matches.length + (this.at < 0 && direction < 0 ? 1 : 0)) % this.matches.length;
    this.say();
    send('match', this.matches[this.at]);
  }
}
