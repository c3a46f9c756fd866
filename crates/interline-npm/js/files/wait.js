/** A time limit, and pauses until it is over. */
export class Wait {
  #begin = performance.now();
  #limit;

  constructor(limit) {
    this.#limit = limit;
  }

  get elapsed() {
    return performance.now() - this.#begin;
  }

  get remaining() {
    return Math.max(0, this.#limit - this.elapsed);
  }

  get isOver() {
    return this.remaining === 0;
  }
}

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
