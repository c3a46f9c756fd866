import { call } from "./instance.js";
import { applyEdits, json, restore, string, wellFormed } from "./text.js";
import { invalidArgument } from "./error.js";

function steps(path) {
  const list = Array.isArray(path) ? path : [path];
  if (list.length === 0) throw invalidArgument("the path is empty");
  for (const step of list) {
    if (typeof step === "string" ? false : !Number.isSafeInteger(step) || step < 0) {
      throw invalidArgument("a path has strings and indices only");
    }
  }
  return list;
}

function edited(text, changes) {
  string(text, "the text");
  const { edits } = JSON.parse(call((module) => module.edit_frontmatter(text, json(changes))));
  return { text: applyEdits(text, edits), edits };
}

/** A date is written without quotes, so that other readers see a date. */
function setting(path, value) {
  if (value === undefined) throw invalidArgument("the value is undefined: use `remove`");
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) return { op: "set", path: steps(path), value };
  const iso = value.toISOString();
  return { op: "set", path: steps(path), value: iso.replace(/T00:00:00\.000Z$/, ""), plain: true };
}

export function parse(text, { format = "yaml" } = {}) {
  string(text, "the text");
  const { data, specials, bodyFrom, hasFrontmatter, diagnostics } = JSON.parse(
    call((module) => module.parse_frontmatter(text, format)),
  );
  return { data: restore(data, specials), body: text.slice(bodyFrom), bodyFrom, hasFrontmatter, diagnostics };
}

export const values = (text, options) => parse(text, options).data;

export function get(text, path) {
  return steps(path).reduce(
    (value, step) => (value !== null && typeof value === "object" && Object.hasOwn(value, step) ? value[step] : undefined),
    parse(text).data,
  );
}

export const set = (text, path, value) => edited(text, [setting(path, value)]);
export const remove = (text, path) => edited(text, [{ op: "remove", path: steps(path) }]);
export const rename = (text, path, name) => edited(text, [{ op: "rename", path: steps(path), name: wellFormed(name, "the name") }]);
export const push = (text, path, value) => edited(text, [{ op: "push", path: steps(path), value }]);
export const insert = (text, path, index, value) => edited(text, [{ op: "insert", path: steps(path), index, value }]);
export const merge = (text, data) =>
  edited(text, Object.entries(data).map(([key, value]) => (value === undefined ? { op: "remove", path: [key] } : setting(key, value))));

export function write(data, body = "") {
  return call((module) => module.write_frontmatter(json(data), wellFormed(body, "the body")));
}
