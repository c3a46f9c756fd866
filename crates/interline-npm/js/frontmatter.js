import { call } from "./instance.js";
import { applyEdits, isPlain, json, restore, string, wellFormed } from "./text.js";
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

/** Makes changes. Those of `later` are made of the text that the others leave. */
function edited(text, changes, later = []) {
  string(text, "the text");
  const { edits } = JSON.parse(call((module) => module.edit_frontmatter(text, json(changes))));
  const changed = applyEdits(text, edits);
  if (later.length === 0) return { text: changed, edits };
  const whole = edited(changed, later).text;
  return { text: whole, edits: [difference(text, whole)] };
}

/** Returns the edit that makes one text of another, without cutting a character. */
function difference(old, text) {
  let from = 0;
  while (from < old.length && old[from] === text[from]) from += 1;
  let [to, end] = [old.length, text.length];
  while (to > from && end > from && old[to - 1] === text[end - 1]) [to, end] = [to - 1, end - 1];
  if (/[\ud800-\udbff]/.test(old[from - 1] ?? "")) from -= 1;
  if (/[\udc00-\udfff]/.test(old[to] ?? "")) [to, end] = [to + 1, end + 1];
  return { from, to, insert: text.slice(from, end) };
}

const isDate = (value) => value instanceof Date && !Number.isNaN(value.getTime());

/** Returns the changes that write the dates in a value without quotes, so that other readers see dates. */
function dates(path, value) {
  if (isDate(value)) return [{ op: "set", path, value: value.toISOString().replace(/T00:00:00\.000Z$/, ""), plain: true }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => dates([...path, Array.isArray(value) ? Number(key) : key], item));
}

/** Returns a value with `null` for each date, which a change sets afterwards: a string that is there already would stay in its quotes. */
function withoutDates(value) {
  if (isDate(value)) return null;
  if (Array.isArray(value)) return value.map(withoutDates);
  if (typeof value !== "object" || value === null || value instanceof Map || value instanceof Set) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutDates(item)]));
}

/** Returns the change that sets a value. What has to be changed after it is added to `later`. */
function setting(path, value, later) {
  if (value === undefined) throw invalidArgument("the value is undefined: use `remove`");
  const found = steps(path);
  // Most values have no dates.
  if (isPlain(value)) return { op: "set", path: found, value };
  // Refuses what cannot be written, such as a value that contains itself.
  json(value);
  if (isDate(value)) return dates(found, value)[0];
  later.push(...dates(found, value));
  return { op: "set", path: found, value: withoutDates(value) };
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

export function set(text, path, value) {
  const later = [];
  return edited(text, [setting(path, value, later)], later);
}
export const remove = (text, path) => edited(text, [{ op: "remove", path: steps(path) }]);
export const rename = (text, path, name) => edited(text, [{ op: "rename", path: steps(path), name: wellFormed(name, "the name") }]);
export const push = (text, path, value) => edited(text, [{ op: "push", path: steps(path), value }]);
export const insert = (text, path, index, value) => edited(text, [{ op: "insert", path: steps(path), index, value }]);
export function merge(text, data) {
  const later = [];
  const change = ([key, value]) => (value === undefined ? { op: "remove", path: [key] } : setting(key, value, later));
  return edited(text, Object.entries(data).map(change), later);
}

export function write(data, body = "") {
  json(data);
  const text = call((module) => module.write_frontmatter(json(withoutDates(data)), wellFormed(body, "the body")));
  const found = dates([], data);
  return found.length > 0 ? edited(text, found).text : text;
}
