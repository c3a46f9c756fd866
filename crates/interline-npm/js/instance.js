import { module } from "#load";
import * as glue from "./wasm/interline.js";
import { InterlineError } from "./error.js";

glue.initSync({ module });

/** Counts the instances, so that an object of an earlier one is recognised. */
let generation = 0;
/** The calls that run. A function of a template may call back into the package. */
let depth = 0;
let broken = false;
/** The most calls inside of each other: each takes a part of the stack of the module. */
const MAX_DEPTH = 64;

/**
 * Calls the module. A trap becomes an `InterlineError`, and the next call gets a new instance: after a trap the memory of the old one is
 * in an unknown state. The instance is replaced when no call runs, since the outer calls still use the old one.
 */
export function call(action) {
  if (broken) throw internal("the call that runs has failed");
  if (depth >= MAX_DEPTH) {
    throw new InterlineError({ message: `more than ${MAX_DEPTH} calls inside each other: check for a function that calls itself`, code: "limit-exceeded" });
  }
  depth += 1;
  try {
    const result = action(glue);
    // A function of the caller has caught the error of a call inside. The memory is in an unknown state all the same.
    if (broken) throw new Error("a call inside has failed");
    return result;
  } catch (error) {
    if (!broken) {
      if (typeof error === "string") throw new InterlineError(JSON.parse(error));
      if (error instanceof InterlineError) throw error;
    }
    throw failed(error);
  } finally {
    depth -= 1;
    if (broken && depth === 0) {
      glue.__wbg_reset_state();
      generation += 1;
      broken = false;
    }
  }
}

/** Returns whether a trap has happened in the calls that run. */
export const isBroken = () => broken;

/** Notes that the instance has failed. Returns the error to throw. */
export function failed(error) {
  if (error instanceof InterlineError && error.code === "internal") return error;
  broken = true;
  let panic = "";
  try {
    panic = glue.last_panic();
  } catch {
    // The instance is too broken to say why.
  }
  return internal(panic || String(error), error);
}

function internal(message, cause) {
  return new InterlineError({ message: `internal error: ${message}; please report it`, code: "internal" }, { cause });
}

/** An object of the module with state. Its methods fail with `internal` after a trap in any call, since its state is lost. */
export class Handle {
  #object;
  #generation;

  constructor(make) {
    this.#object = call(make);
    this.#generation = generation;
  }

  call(action) {
    if (this.#generation !== generation) throw internal("the state was lost in an earlier failure");
    return call(() => action(this.#object));
  }
}

/** An object of the module that can be made again from what it was made of. */
export class Remade {
  #make;
  #object;
  #generation;

  constructor(make) {
    this.#make = make;
    this.#remake();
  }

  #remake() {
    this.#object = call(this.#make);
    this.#generation = generation;
  }

  call(action) {
    if (this.#generation !== generation) this.#remake();
    return call(() => action(this.#object));
  }
}
