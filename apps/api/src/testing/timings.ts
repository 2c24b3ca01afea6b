/** How long calls take, for who compares them with others of the same run; what they are is the machine's. */
export class Timings {
  readonly #times: number[] = [];

  async of<T>(call: () => Promise<T>): Promise<T> {
    const began = performance.now();
    const answer = await call();
    this.#times.push(performance.now() - began);
    return answer;
  }

  /** Time of the slowest, in milliseconds. */
  slowest(): number {
    return Math.max(...this.#times);
  }

  /** The median of the calls, in milliseconds. */
  p50(): number {
    return this.#most(0.5);
  }

  /** Longest time of 99 of 100 calls, in milliseconds. */
  p99(): number {
    return this.#most(0.99);
  }

  #most(share: number): number {
    const ascending = this.#times.toSorted((a, b) => a - b);
    return ascending[Math.ceil(ascending.length * share) - 1] ?? Number.NaN;
  }
}
