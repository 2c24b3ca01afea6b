/** Callers share a question that is put after they ask, so that no answer is older than its caller. At most one is under way. */
export class SharedAnswer<T> {
  readonly #question: () => Promise<T>;
  #running: Promise<T> | undefined;
  #next: Promise<T> | undefined;

  constructor(question: () => Promise<T>) {
    this.#question = question;
  }

  ask(): Promise<T> {
    if (this.#running === undefined) return this.#start();
    return (this.#next ??= this.#running.then(this.#start, this.#start));
  }

  readonly #start = (): Promise<T> => {
    this.#next = undefined;
    this.#running = this.#question().finally(() => {
      if (this.#next === undefined) this.#running = undefined;
    });
    return this.#running;
  };
}
