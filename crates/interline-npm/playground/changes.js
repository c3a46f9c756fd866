/** The changes that are shown, and the characters of one. */
const SHOWN = 200;
const LENGTH = 4000;

const cut = (text) => (text.length > LENGTH ? `${text.slice(0, LENGTH)}…` : text);

/** Returns the offset at which the line of an offset begins. */
export const lineStart = (text, offset) => (offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1);

/** Returns the lines that edits change: where they begin, what they were, and what they become. Linear in the text. */
export function changes(text, edits) {
  const found = [];
  let line = 1;
  let counted = 0;
  for (let index = 0; index < edits.length && found.length < SHOWN; ) {
    const start = lineStart(text, edits[index].from);
    let end = start;
    let now = "";
    let at = start;
    // The edits of one group of lines, or of lines that follow each other.
    for (let isFirst = true; index < edits.length && (isFirst || edits[index].from <= end); isFirst = false) {
      const { from, to, insert } = edits[index];
      now += text.slice(at, from) + insert;
      at = to;
      // An edit that ends in whole lines leaves the next line as it is.
      const isWhole = (to === start || text[to - 1] === "\n") && (now === "" || now.endsWith("\n"));
      const next = text.indexOf("\n", to);
      end = isWhole ? to : next < 0 ? text.length : next + 1;
      index += 1;
    }
    now += text.slice(at, end);
    for (let next = text.indexOf("\n", counted); next >= 0 && next < start; next = text.indexOf("\n", counted)) {
      line += 1;
      counted = next + 1;
    }
    found.push({ line, removed: cut(text.slice(start, end)), added: cut(now) });
  }
  return found;
}
