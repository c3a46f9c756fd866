import { lineStart } from "./changes.js";

/** The characters of a long line that are shown before and after a location. */
const AROUND = 60;

/** Returns the line of a location, and a line with carets below it. */
export function excerpt(text, from, to) {
  const start = lineStart(text, from);
  let end = text.indexOf("\n", from);
  if (end < 0) end = text.length;
  if (start === end && from === to) return "";
  const first = Math.max(start, from - AROUND);
  const last = Math.min(end, Math.max(from, Math.min(to, end)) + AROUND);
  const before = [...text.slice(first, from)].length + (first > start ? 1 : 0);
  const width = Math.max(1, [...text.slice(from, Math.min(to, last))].length);
  const line = `${first > start ? "…" : ""}${text.slice(first, last)}${last < end ? "…" : ""}`.replace(/\t/g, " ");
  return `${line}\n${" ".repeat(before)}${"^".repeat(width)}`;
}
