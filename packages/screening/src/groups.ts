/** Numbers by a key. */
export class Groups<Key> {
  readonly #groups = new Map<Key, number[]>();

  add(key: Key, member: number): void {
    const group = this.#groups.get(key);
    if (group) group.push(member);
    else this.#groups.set(key, [member]);
  }

  of(key: Key): readonly number[] {
    return this.#groups.get(key) ?? [];
  }
}
