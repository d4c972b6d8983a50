// The page of layouts: chooses and searches types, and connects rows with blocks. It makes no element from text; templates
// have been escaped.

const links = Array.from(document.querySelectorAll("#types a"));
const search = document.getElementById("search");
const found = document.getElementById("found");
const main = document.getElementById("main");
let current = -1;
function shown() { return links.filter(link => !link.parentElement.hidden); }
// Only the list is scrolled, and not the page around it.
function reveal(link) {
  const list = document.getElementById("types");
  const box = list.getBoundingClientRect(), own = link.getBoundingClientRect();
  if (own.top < box.top) list.scrollTop -= box.top - own.top;
  else if (own.bottom > box.bottom) list.scrollTop += own.bottom - box.bottom;
}
function show(index) {
  if (index === current) return;
  const template = document.getElementById("body-" + index);
  if (!template) return;
  current = index;
  main.replaceChildren(template.content.cloneNode(true));
  for (const link of links) {
    if (Number(link.dataset.index) === index) {
      link.setAttribute("aria-current", "true");
      reveal(link);
    } else link.removeAttribute("aria-current");
  }
}
function fromAddress() {
  const match = /^#type-(\d+)$/.exec(location.hash);
  show(match ? Number(match[1]) : links.length ? Number(links[0].dataset.index) : -1);
}
function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const link of links) {
    const matches = words.every(word => link.dataset.words.includes(word));
    link.parentElement.hidden = !matches;
    if (matches) count += 1;
  }
  found.textContent = words.length ? count + (count === 1 ? " type" : " types") : "";
}
function step(by) {
  const all = shown();
  if (!all.length) return;
  let place = all.findIndex(link => Number(link.dataset.index) === current) + by;
  if (place < 0) place = 0;
  if (place >= all.length) place = all.length - 1;
  location.hash = "type-" + all[place].dataset.index;
}
search.addEventListener("input", filter);
search.addEventListener("keydown", event => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") { step(event.key === "ArrowDown" ? 1 : -1); event.preventDefault(); }
  else if (event.key === "Enter") {
    const all = shown();
    if (all.length && !all.some(link => Number(link.dataset.index) === current)) location.hash = "type-" + all[0].dataset.index;
    main.focus();
  } else if (event.key === "Escape") { search.value = ""; filter(); }
});
document.getElementById("types").addEventListener("keydown", event => {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const all = shown();
  const place = all.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
  if (all[place]) all[place].focus();
  event.preventDefault();
});
document.addEventListener("keydown", event => {
  if (event.key === "/" && document.activeElement !== search && !event.ctrlKey && !event.metaKey && !event.altKey) {
    search.focus();
    search.select();
    event.preventDefault();
  }
});
function mark(event) {
  const target = event.target.closest ? event.target.closest("[data-line]") : null;
  for (const old of main.querySelectorAll(".on")) old.classList.remove("on");
  if (!target) return;
  const side = target.closest(".side");
  for (const element of side.querySelectorAll('[data-line="' + target.dataset.line + '"]')) element.classList.add("on");
}
main.addEventListener("pointerover", mark);
main.addEventListener("focusin", mark);
main.addEventListener("click", event => {
  const cell = event.target.closest(".cell");
  const row = cell && cell.closest(".side").querySelector('tr[data-line="' + cell.dataset.line + '"]');
  if (row) { row.scrollIntoView({ block: "nearest" }); row.focus({ preventScroll: true }); }
});
addEventListener("hashchange", fromAddress);
fromAddress();
