/** Values of which the first, by an order that is given, is at hand: putting one in and taking the first out take log n steps. */
export class Heap<Value> {
  readonly #values: Value[] = [];
  readonly #precedes: (a: Value, b: Value) => boolean;

  constructor(precedes: (a: Value, b: Value) => boolean) {
    this.#precedes = precedes;
  }

  /** The first value; undefined if there is none. */
  get first(): Value | undefined {
    return this.#values[0];
  }

  /** The values, in no order. */
  get values(): readonly Value[] {
    return this.#values;
  }

  add(value: Value): void {
    const values = this.#values;
    let place = values.length;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = values[parent] as Value;
      if (!this.#precedes(value, above)) break;
      values[place] = above;
      place = parent;
    }
    values[place] = value;
  }

  removeFirst(): void {
    const values = this.#values;
    const last = values.pop();
    if (last === undefined || values.length === 0) return;
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      if (left >= values.length) break;
      const right = left + 1;
      const isRight = right < values.length && this.#precedes(values[right] as Value, values[left] as Value);
      const child = isRight ? right : left;
      const below = values[child] as Value;
      if (!this.#precedes(below, last)) break;
      values[place] = below;
      place = child;
    }
    values[place] = last;
  }
}
