import { call, Handle } from "./instance.js";
import { applyEdits, options as given, string, wellFormed } from "./text.js";
import { InterlineError, invalidArgument } from "./error.js";

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

/**
 * Joins the halves of a character that a stream has cut apart. A half that stays alone is refused: the module would get U+FFFD in its
 * place.
 */
class Joiner {
  #high = "";

  /** Returns the text that is complete. When the chunk is refused, nothing of it is kept. */
  push(chunk) {
    string(chunk, "a chunk");
    const text = this.#high + chunk;
    const last = text.charCodeAt(text.length - 1);
    const isCut = last >= 0xd800 && last <= 0xdbff;
    const complete = wellFormed(isCut ? text.slice(0, -1) : text, "a chunk");
    this.#high = isCut ? text.slice(-1) : "";
    return complete;
  }

  /** Reports a half at the end once, so that the response can be ended without it. */
  finish() {
    const text = this.#high;
    this.#high = "";
    wellFormed(text, "the last chunk");
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
    this.#joiner.finish();
    return JSON.parse(this.#parser.call((parser) => parser.finish()));
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
    this.#joiner.finish();
    const { edits, applied } = JSON.parse(this.#live.call((live) => live.finish()));
    this.#result = withText(this.#document, applied);
    return { edits, applied: this.#result };
  }

  /** The result after the end. */
  get result() {
    return this.#result;
  }

  async *stream(chunks) {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    for await (const chunk of iterate(chunks)) {
      if (typeof chunk === "string") {
        // A character cannot begin in bytes and end in a string.
        decode(decoder, undefined, false);
        yield* this.push(chunk);
      } else {
        yield* this.push(decode(decoder, chunk, true));
      }
    }
    // Fatal when the last bytes are a part of a character.
    decode(decoder, undefined, false);
    yield* this.finish().edits;
  }
}

function decode(decoder, bytes, stream) {
  try {
    return decoder.decode(bytes, { stream });
  } catch (cause) {
    throw new InterlineError({ message: "a chunk is not valid UTF-8: encode the response as UTF-8", code: "invalid-utf8" }, { cause });
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
