import { call, Handle } from "./instance.js";
import { applyEdits, options as given, string, wellFormed } from "./text.js";
import { invalidArgument } from "./error.js";

function withText(document, applied) {
  return { text: applyEdits(document, applied.edits), ...applied };
}

export function applyPatches(document, response, options) {
  string(document, "the document");
  wellFormed(response, "the response");
  return withText(document, JSON.parse(call((module) => module.apply(document, response, given(options)))));
}

export function setComponent(document, name, content, options) {
  string(document, "the document");
  wellFormed(name, "the name");
  wellFormed(content, "the content");
  return withText(document, JSON.parse(call((module) => module.set_component(document, name, content, given(options)))));
}

export function parseResponse(response, options) {
  wellFormed(response, "the response");
  return JSON.parse(call((module) => module.parse_response(response, given(options))));
}

export function components(document, options) {
  string(document, "the document");
  return JSON.parse(call((module) => module.components(document, given(options))));
}

/** Joins the halves of a character that a stream has cut apart. A half that stays alone becomes U+FFFD, as every encoder writes it. */
class Joiner {
  #high = "";

  push(chunk) {
    string(chunk, "a chunk");
    let text = this.#high + chunk;
    this.#high = "";
    const last = text.charCodeAt(text.length - 1);
    if (last >= 0xd800 && last <= 0xdbff) {
      this.#high = text.slice(-1);
      text = text.slice(0, -1);
    }
    return text;
  }

  finish() {
    const text = this.#high;
    this.#high = "";
    return text;
  }
}

export class ResponseParser {
  #parser = new Handle((module) => new module.Parser());
  #joiner = new Joiner();

  push(chunk) {
    const text = this.#joiner.push(chunk);
    return JSON.parse(this.#parser.call((parser) => parser.push(text)));
  }

  finish() {
    const rest = this.#joiner.finish();
    const events = rest ? JSON.parse(this.#parser.call((parser) => parser.push(rest))) : [];
    return [...events, ...JSON.parse(this.#parser.call((parser) => parser.finish()))];
  }

  get openPatch() {
    return this.#parser.call((parser) => parser.open_patch());
  }
}

export class LiveApply {
  #document;
  #live;
  #joiner = new Joiner();
  #result;

  constructor(document, options) {
    this.#document = string(document, "the document");
    this.#live = new Handle((module) => new module.Live(document, given(options)));
  }

  push(chunk) {
    const text = this.#joiner.push(chunk);
    return JSON.parse(this.#live.call((live) => live.push(text)));
  }

  finish() {
    const rest = this.#joiner.finish();
    const before = rest ? JSON.parse(this.#live.call((live) => live.push(rest))) : [];
    const { edits, applied } = JSON.parse(this.#live.call((live) => live.finish()));
    this.#result = withText(this.#document, applied);
    return { edits: [...before, ...edits], applied: this.#result };
  }

  /** The result after the end. */
  get result() {
    return this.#result;
  }

  async *stream(chunks) {
    const decoder = new TextDecoder();
    for await (const chunk of iterate(chunks)) {
      const text = typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
      yield* this.push(text);
    }
    const rest = decoder.decode();
    if (rest) yield* this.push(rest);
    yield* this.finish().edits;
  }
}

async function* iterate(chunks) {
  if (chunks?.[Symbol.asyncIterator] || (chunks?.[Symbol.iterator] && typeof chunks !== "string")) {
    yield* chunks;
    return;
  }
  // Safari has readable streams that are not iterable.
  if (typeof chunks?.getReader !== "function") throw invalidArgument("the chunks are neither iterable nor a ReadableStream");
  const reader = chunks.getReader();
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        ended = true;
        return;
      }
      yield value;
    }
  } finally {
    if (!ended) await reader.cancel();
    reader.releaseLock();
  }
}
