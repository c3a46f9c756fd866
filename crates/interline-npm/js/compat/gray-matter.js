// The interface of gray-matter 4.

import { readFileSync } from "#files";
import { InterlineError, invalidArgument } from "../error.js";
import * as frontmatter from "../frontmatter.js";
import { call } from "../instance.js";
import { restore, string } from "../text.js";

const ALIASES = { js: "javascript", coffeescript: "coffee", cson: "coffee", yml: "yaml" };

/** The timestamps of YAML 1.1: a date, or a date and a time. */
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^(\d{4})-(\d\d?)-(\d\d?)(?:[Tt]|[ \t]+)(\d\d?):(\d\d):(\d\d)(?:\.(\d*))?(?:[ \t]*(Z|([-+])(\d\d?)(?::(\d\d))?))?$/;

/** Returns the date of a plain scalar, as js-yaml does it; `undefined` for one that is none. */
function dateOf(text) {
  const found = DATE.exec(text) ?? TIME.exec(text);
  if (!found) return undefined;
  const [year, month, day, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map((digits) => Number(digits ?? 0));
  const milliseconds = Number((found[7] ?? "").slice(0, 3).padEnd(3, "0"));
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second, milliseconds));
  if (!found[9]) return date;
  const offset = (Number(found[10]) * 60 + Number(found[11] ?? 0)) * 60000;
  return new Date(date.getTime() - (found[9] === "-" ? -offset : offset));
}

/** Parses a part of a text as YAML. Errors have their location in the whole text. */
function parseYaml(text, from, to) {
  const { data, specials, dates } = JSON.parse(call((module) => module.parse_matter(string(text, "the text"), from, to)));
  restore(data, specials);
  for (const path of dates) {
    const last = path[path.length - 1];
    const parent = path.slice(0, -1).reduce((value, step) => value[step], data);
    parent[last] = dateOf(parent[last]) ?? parent[last];
  }
  return data;
}

function stringifyYaml(data) {
  const written = frontmatter.write(data);
  // Without the fences.
  return written.slice(4, written.lastIndexOf("\n---") + 1);
}

function parseToml(text) {
  const { data, body, hasFrontmatter } = frontmatter.parse(`+++\n${text}\n+++\n`, { format: "toml" });
  if (!hasFrontmatter || body !== "") throw new InterlineError({ message: "invalid TOML: a line `+++` is in it", code: "invalid-toml" });
  return data;
}

const yaml = { parse: (text) => parseYaml(text, 0, text.length), stringify: stringifyYaml };

const engines = {
  yaml,
  json: { parse: (text) => JSON.parse(text), stringify: (data) => JSON.stringify(data, null, 2) },
  toml: {
    parse: parseToml,
    stringify() {
      throw invalidArgument("TOML is read, not written: give an engine with `stringify`");
    },
  },
};

function settings(options) {
  const given = { ...options };
  const delimiters = [given.delims ?? given.delimiters ?? "---"].flat();
  return {
    ...given,
    delimiters: [delimiters[0], delimiters[1] ?? delimiters[0]],
    language: (given.language || given.lang || "yaml").toLowerCase(),
    engines: { ...engines, ...given.parsers, ...given.engines },
  };
}

function engineOf(language, { engines }) {
  const engine = engines[language] ?? engines[ALIASES[language.toLowerCase()] ?? language.toLowerCase()];
  if (engine === undefined) {
    throw invalidArgument(`gray-matter engine "${language}" is not registered: give one in the option \`engines\``);
  }
  return typeof engine === "function" ? { parse: engine } : engine;
}

const isBytes = (value) => value instanceof Uint8Array;

function bytesOf(content) {
  if (isBytes(content)) return content;
  if (typeof content !== "string") throw invalidArgument("expected a string, bytes, or an object with `content`");
  return typeof Buffer === "function" ? Buffer.from(content) : new TextEncoder().encode(content);
}

function textOf(content) {
  // Without a byte order mark.
  if (!isBytes(content)) return content.startsWith("\ufeff") ? content.slice(1) : content;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch (cause) {
    throw new InterlineError({ message: "invalid UTF-8; save the file as UTF-8", code: "invalid-utf8" }, { cause });
  }
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value) && !isBytes(value);

function fileOf(input) {
  const file = isObject(input) ? input : { content: input };
  if (!isObject(file.data)) file.data = {};
  if (file.contents && (file.content === undefined || file.content === null)) file.content = file.contents;
  const hidden = (name, value) => Object.defineProperty(file, name, { value, enumerable: false, configurable: true, writable: true });
  hidden("orig", bytesOf(file.content));
  hidden("language", file.language || "");
  hidden("matter", file.matter || "");
  hidden("stringify", (data, options) => {
    if (options?.language) file.language = options.language;
    return stringify(file, data, options);
  });
  file.content = textOf(file.content);
  file.isEmpty = false;
  file.excerpt = "";
  return file;
}

function excerpt(file, options) {
  if (typeof options.excerpt === "function") {
    options.excerpt(file, options);
    return;
  }
  const separator = file.data?.excerpt_separator ?? options.excerpt_separator;
  if ((separator === undefined || separator === null) && !options.excerpt) return;
  const end = file.content.indexOf(typeof options.excerpt === "string" ? options.excerpt : separator || options.delimiters[0]);
  if (end >= 0) file.excerpt = file.content.slice(0, end);
}

function matter(input, options) {
  if (input === "") return { data: {}, content: "", excerpt: "", orig: "" };
  const file = fileOf(input);
  const given = settings(options);
  const [open, close] = given.delimiters;
  const text = file.content;
  file.language = given.language;
  if (!text.startsWith(open)) {
    excerpt(file, given);
    return file;
  }
  // A longer row of the delimiter is a rule.
  if (text.charAt(open.length) === open.slice(-1)) return file;
  const language = matter.language(text, given);
  const from = open.length + (language.name ? language.raw.length : 0);
  if (language.name) file.language = language.name;
  const found = text.indexOf(`\n${close}`, from);
  const to = found < 0 ? text.length : found;
  file.matter = text.slice(from, to);
  if (file.matter.replace(/^\s*#[^\n]+/gm, "").trim() === "") {
    file.isEmpty = true;
    file.empty = text;
    file.data = {};
  } else {
    const engine = engineOf(file.language, given);
    if (typeof engine.parse !== "function") throw new TypeError(`expected "${file.language}.parse" to be a function`);
    file.data = engine === yaml ? parseYaml(text, from, to) : engine.parse(file.matter, given);
  }
  file.content = found < 0 ? "" : text.slice(found + 1 + close.length).replace(/^\r?\n?/, "");
  excerpt(file, given);
  return file;
}

const line = (text) => (text.endsWith("\n") ? text : `${text}\n`);

function stringify(file, data, options) {
  const isAlone = (data === undefined || data === null) && (options === undefined || options === null);
  if (isAlone && typeof file === "string") return file;
  if (!isObject(file)) throw new TypeError("expected file to be a string or object");
  const given = settings(options);
  const added = data ?? (isAlone ? file.data : given.data);
  if (added === undefined || added === null) return file;
  const language = file.language || given.language;
  const engine = engineOf(language, given);
  if (typeof engine.stringify !== "function") throw new TypeError(`expected "${language}.stringify" to be a function`);
  const [open, close] = given.delimiters;
  const all = { ...file.data, ...added };
  const written = Object.keys(all).length === 0 ? "{}" : engine.stringify(all, options).trim();
  let text = written === "{}" ? "" : line(open) + line(written) + line(close);
  if (typeof file.excerpt === "string" && file.excerpt !== "" && !file.content.includes(file.excerpt.trim())) {
    text += line(file.excerpt) + line(close);
  }
  return text + line(file.content);
}

matter.engines = engines;
matter.stringify = (file, data, options) => stringify(typeof file === "string" ? matter(file, options) : file, data, options);
matter.read = (path, options) => {
  const file = matter(readFileSync(path), options);
  file.path = path;
  return file;
};
matter.test = (text, options) => text.startsWith(settings(options).delimiters[0]);
matter.language = (text, options) => {
  const [open] = settings(options).delimiters;
  const rest = text.startsWith(open) ? text.slice(open.length) : text;
  const raw = rest.slice(0, rest.search(/\r?\n/));
  return { raw, name: raw.trim() };
};
/** Nothing is cached: a file that failed to parse would be an empty one the second time. */
matter.cache = {};
matter.clearCache = () => {
  matter.cache = {};
};

export default matter;
