import { module } from "#load";
import * as glue from "./wasm/interline.js";
import { InterlineError } from "./error.js";

glue.initSync({ module });

/** Counts the instances, so that an object of an earlier one is recognised. */
let generation = 0;
/** The calls that run. A function of a template may call back into the package. */
let depth = 0;
let broken = false;

/**
 * Calls the module. A trap becomes an `InterlineError`, and the next call gets a new instance: after a trap the memory of the old one is
 * in an unknown state. The instance is replaced when no call runs, since the outer calls still use the old one.
 */
export function call(action) {
  if (broken) throw internal("the call that runs has failed");
  depth += 1;
  try {
    return action(glue);
  } catch (error) {
    if (typeof error === "string") throw new InterlineError(JSON.parse(error));
    if (error instanceof InterlineError) throw error;
    broken = true;
    let panic = "";
    try {
      panic = glue.last_panic();
    } catch {
      // The instance is too broken to say why.
    }
    throw internal(panic || String(error), error);
  } finally {
    depth -= 1;
    if (broken && depth === 0) {
      glue.__wbg_reset_state();
      generation += 1;
      broken = false;
    }
  }
}

function internal(message, cause) {
  return new InterlineError({ message: `internal error: ${message}; please report it`, code: "internal" }, { cause });
}

/** An object of the module. Its methods fail with `internal` after a trap in any call, since its state is lost. */
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
