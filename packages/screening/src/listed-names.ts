import { compareReadNames, mostAlike } from "./compare-names.ts";
import { ListedWords } from "./listed-words.ts";
import { sortedName, readName } from "./read-name.ts";
import type { Name, Word } from "./read-name.ts";
import { wordDistance } from "./word-distance.ts";

interface Named {
  readonly name: string;
  readonly names: readonly string[];
}

/**
 * Every name of a list, as the numbers of its words, and for each word the names that have it. Numbers in flat arrays take a
 * tenth of the memory that objects would.
 */
export class ListedNames {
  readonly #words = new ListedWords();
  /** The words of all names, one after another. */
  readonly #wordNumbers: Uint32Array;
  /** For each name and one more, where its words begin. */
  readonly #nameStarts: Uint32Array;
  /** For each name, the number of who has it. */
  readonly #owners: Uint32Array;
  readonly #nameWeights: Float64Array;
  /** The names of all words, one word after another. */
  readonly #nameNumbers: Uint32Array;
  /** For each word and one more, where its names begin. */
  readonly #wordStarts: Uint32Array;
  /** For each name, the weight that it has in common with the one asked for; all 0 between two questions. */
  readonly #common: Float64Array;

  constructor(list: readonly Named[]) {
    const wordNumbers: number[] = [];
    const nameStarts = [0];
    const owners: number[] = [];
    const weights: number[] = [];
    const read = this.#words.reader();
    for (const [owner, { name, names }] of list.entries()) {
      for (const text of new Set([name, ...names])) {
        const { words, weight } = readName(text, read);
        for (const word of words) wordNumbers.push(this.#words.numberOf(word));
        nameStarts.push(wordNumbers.length);
        owners.push(owner);
        weights.push(weight);
      }
    }
    this.#wordNumbers = Uint32Array.from(wordNumbers);
    this.#nameStarts = Uint32Array.from(nameStarts);
    this.#owners = Uint32Array.from(owners);
    this.#nameWeights = Float64Array.from(weights);
    this.#common = new Float64Array(owners.length);
    [this.#wordStarts, this.#nameNumbers] = this.#namesByWord();
  }

  #namesByWord(): [starts: Uint32Array, names: Uint32Array] {
    const starts = new Uint32Array(this.#words.words.length + 1);
    for (const word of this.#wordNumbers) starts[word + 1] = (starts[word + 1] ?? 0) + 1;
    for (let word = 1; word < starts.length; word += 1) {
      starts[word] = (starts[word] ?? 0) + (starts[word - 1] ?? 0);
    }
    const next = starts.slice();
    const names = new Uint32Array(this.#wordNumbers.length);
    for (let name = 0; name < this.#owners.length; name += 1) {
      for (const word of this.#wordsOf(name)) {
        const place = next[word] ?? 0;
        names[place] = name;
        next[word] = place + 1;
      }
    }
    return [starts, names];
  }

  /** The numbers of those with a name that is alike by at least this much, with the likeness of their nearest name. */
  alike(asked: Name, least: number): Map<number, number> {
    const found = new Map<number, number>();
    const distanceOf = remembered(wordDistance);
    for (const number of this.#candidates(asked, least)) {
      const likeness = compareReadNames(asked, this.#name(number), distanceOf);
      const owner = this.#owners[number] ?? 0;
      if (likeness >= least && likeness > (found.get(owner) ?? 0)) found.set(owner, likeness);
    }
    return found;
  }

  /** The names that have enough words like those of the one asked for. */
  #candidates(asked: Name, least: number): number[] {
    const common = this.#common;
    const near = [...this.#words.near(asked)].sort(([, one], [, other]) => other - one);
    const touched: number[] = [];
    for (const [word, weight] of near) {
      for (const name of this.#namesOf(word)) {
        const before = common[name] ?? 0;
        // Initials and particles alone are not enough.
        if (before === 0 && weight < 1) continue;
        if (before === 0) touched.push(name);
        common[name] = before + weight;
      }
    }
    const isCandidate = (name: number): boolean =>
      mostAlike(asked.weight, this.#nameWeights[name] ?? 0, common[name] ?? 0) >= least;
    const candidates = touched.filter(isCandidate);
    for (const name of touched) common[name] = 0;
    return candidates;
  }

  #name(number: number): Name {
    return sortedName(
      Array.from(this.#wordsOf(number), (word) => this.#words.words[word]).filter((w) => w !== undefined),
    );
  }

  #wordsOf(name: number): Uint32Array {
    return this.#wordNumbers.subarray(this.#nameStarts[name], this.#nameStarts[name + 1]);
  }

  #namesOf(word: number): Uint32Array {
    return this.#nameNumbers.subarray(this.#wordStarts[word], this.#wordStarts[word + 1]);
  }
}

/** Many names of a list share their words. */
function remembered(distanceOf: typeof wordDistance): typeof wordDistance {
  const byWord = new Map<Word, Map<Word, number>>();
  return (one, other) => {
    let distances = byWord.get(one);
    if (distances === undefined) byWord.set(one, (distances = new Map()));
    let distance = distances.get(other);
    if (distance === undefined) distances.set(other, (distance = distanceOf(one, other)));
    return distance;
  };
}
