/** Lets one work at a time begin, in the order in which they came. */
export class OneAtATime {
  #last: Promise<void> = Promise.resolve();

  /** Waits for those before. @returns what lets the next one begin */
  async enter(): Promise<() => void> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    return resolve;
  }
}
