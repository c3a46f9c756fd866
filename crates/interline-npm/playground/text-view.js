/** The lines of one block. */
const LINES = 200;

/** Splits a text into blocks of whole lines. */
function blocks(text) {
  const found = [];
  for (let at = 0; at < text.length; ) {
    let end = at;
    for (let line = 0; line < LINES && end < text.length; line += 1) {
      const next = text.indexOf("\n", end);
      end = next < 0 ? text.length : next + 1;
    }
    found.push(text.slice(at, end));
    at = end;
  }
  return found;
}

/**
 * Shows a text that may be long and changes often. It is made of blocks, of which the browser lays out those that are visible, and of which
 * only those that differ are replaced. A text area lays out all of its text on each change, which takes a second for one of 1 MiB.
 */
export class TextView {
  #element;
  #blocks = [];
  text = "";

  constructor(element) {
    this.#element = element;
  }

  show(text) {
    const old = this.#blocks;
    let [first, from] = [0, 0];
    while (first < old.length && text.startsWith(old[first], from)) {
      from += old[first].length;
      first += 1;
    }
    let [last, to] = [old.length, text.length];
    while (last > first && to - old[last - 1].length >= from && text.endsWith(old[last - 1], to)) {
      last -= 1;
      to -= old[last].length;
    }
    const middle = blocks(text.slice(from, to));
    const after = this.#element.children[last] ?? null;
    for (let index = first; index < last; index += 1) this.#element.children[first].remove();
    for (const block of middle) {
      const made = document.createElement("div");
      made.textContent = block;
      this.#element.insertBefore(made, after);
    }
    this.#blocks = [...old.slice(0, first), ...middle, ...old.slice(last)];
    this.text = text;
  }
}
