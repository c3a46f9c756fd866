import { invalidArgument, InterlineError } from "./error.js";

export function string(value, name) {
  if (typeof value !== "string") throw invalidArgument(`${name} is not a string`);
  return value;
}

/** Half of a character cannot cross to the module. The document keeps it, since edits are applied here; anything else refuses it. */
export function wellFormed(value, name) {
  string(value, name);
  if (value.isWellFormed()) return value;
  const from = value.search(/\p{Surrogate}/u);
  throw new InterlineError({
    message: `${name} has half of a character at offset ${from}: remove the lone surrogate`,
    code: "lone-surrogate",
    from,
    to: from + 1,
  });
}

/** Applies edits of one text, sorted and apart. Everything outside of them stays as it is. */
export function applyEdits(text, edits) {
  let result = "";
  let done = 0;
  for (const { from, to, insert } of edits) {
    result += text.slice(done, from) + insert;
    done = to;
  }
  return result + text.slice(done);
}

/** Checks that options are an object, where there are any. */
export function object(value) {
  if (value === undefined || value === null) return;
  if (typeof value !== "object" || Array.isArray(value)) throw invalidArgument("the options are not an object");
}

/** Returns the JSON of options; an empty string for none. */
export function options(value) {
  object(value);
  return value === undefined || value === null ? "" : json(value);
}

const MAX_DEPTH = 128;

/** Returns whether `JSON.stringify` writes the value without dropping or changing anything. Most values are so, and it is fast. */
export function isPlain(value, depth = 0) {
  switch (typeof value) {
    case "string":
      return value.isWellFormed();
    case "boolean":
      return true;
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0);
    case "object":
      break;
    default:
      return false;
  }
  if (value === null) return true;
  if (depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      if (!isPlain(value[index], depth + 1)) return false;
    }
    return true;
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  for (const key of Object.keys(value)) {
    const item = value[key];
    if (item !== undefined && !isPlain(item, depth + 1)) return false;
    if (!key.isWellFormed()) return false;
  }
  return true;
}

/**
 * Writes a value as JSON, and refuses what JSON would change or drop in silence. With `functions`, a list, functions are written as `null`,
 * and each is added to it with its path.
 */
export function json(value, functions) {
  if (isPlain(value)) return JSON.stringify(value);
  const refuse = (found, path) => {
    throw invalidArgument(`${path.length ? `\`${path.join(".")}\`` : "the value"} is ${found}, which cannot be written`);
  };
  // One list for all levels, since a copy at each level would be quadratic in the depth.
  const path = [];
  const inside = (step, item) => {
    path.push(step);
    const written = write(item);
    path.pop();
    return written;
  };
  const write = (value) => {
    if (path.length > MAX_DEPTH) refuse("nested in more than 128 levels", []);
    switch (typeof value) {
      case "string":
        return JSON.stringify(wellFormed(value, path.length ? `\`${path.join(".")}\`` : "the value"));
      case "boolean":
        return String(value);
      case "number":
        return Number.isFinite(value) ? (Object.is(value, -0) ? "-0.0" : String(value)) : refuse(String(value), path);
      case "bigint":
        return String(value);
      case "object":
        break;
      case "function":
        if (functions && path.length > 0) {
          functions.push({ path: [...path], action: value });
          return "null";
        }
        return refuse("a function", path);
      default:
        return refuse(typeof value === "undefined" ? "undefined" : `a ${typeof value}`, path);
    }
    if (value === null) return "null";
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? refuse("an invalid date", path) : JSON.stringify(value.toISOString());
    if (Array.isArray(value)) return `[${Array.from(value, (item, index) => inside(index, item)).join(",")}]`;
    if (value instanceof Map || value instanceof Set) refuse(`a ${value.constructor.name}`, path);
    const entries = Object.keys(value).filter((key) => value[key] !== undefined);
    return `{${entries.map((key) => `${JSON.stringify(wellFormed(key, "a key"))}:${inside(key, value[key])}`).join(",")}}`;
  };
  return write(value);
}

/** Puts the numbers that JSON would change where they belong. */
export function restore(data, specials) {
  for (const [path, text] of specials) {
    const last = path[path.length - 1];
    const parent = path.slice(0, -1).reduce((value, step) => value[step], data);
    parent[last] = /^-?\d+$/.test(text) ? BigInt(text) : Number(text);
  }
  return data;
}
