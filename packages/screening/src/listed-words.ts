import { MOST_DISTANCE } from "./compare-names.ts";
import { startAlike } from "./edit-cost.ts";
import { Groups } from "./groups.ts";
import { keyOf } from "./fold-name.ts";
import type { LetterSet } from "./letter-set.ts";
import { readWord } from "./read-name.ts";
import type { Name, Word } from "./read-name.ts";
import { frameOf } from "./sound.ts";
import { mayBeNear, wordDistance } from "./word-distance.ts";

/** Words whose sounds begin alike and are equally long. */
interface Alikes {
  readonly start: string;
  readonly length: number;
  readonly numbers: number[];
  readonly letters: LetterSet[];
}

/** Asked words whose likes are kept: given names are asked for time and again. */
const MOST_KEPT = 4000;

/** Every word of a list once, by its number, and the ways by which a word that is asked for finds it. */
export class ListedWords {
  readonly words: Word[] = [];
  readonly #numbers = new Map<string, number>();
  /** Words without vowels, by the two consonants that they begin with. */
  readonly #abjads = new Map<string, number[]>();
  /** The others, by the two letters that a sound begins with, and its length. */
  readonly #alikes = new Map<string, Alikes>();
  readonly #initials = new Groups<string>();
  readonly #firstLetters = new Groups<string>();
  readonly #spellings = new Groups<number>();
  readonly #nicknames = new Groups<number>();
  readonly #frames = new Groups<string>();
  /** By what a part contributes to a frame: consonants, or the whole sound. */
  readonly #parts = new Groups<string>();
  /** Words that are like an asked one, the last asked at the end. */
  readonly #likes = new Map<string, Uint32Array>();

  /** Reads each different word once. */
  reader(): typeof readWord {
    const words = new Map<string, Word>();
    return (folded) => {
      const key = keyOf(folded);
      const word = words.get(key) ?? readWord(folded);
      words.set(key, word);
      return word;
    };
  }

  /** The number of a word, which is added if it is new. */
  numberOf(word: Word): number {
    const key = `${keyOf(word)} ${word.weight}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.words.push(word) - 1;
    this.#numbers.set(key, number);
    this.#add(word, number);
    return number;
  }

  #add(word: Word, number: number): void {
    this.#likes.clear();
    const letter = word.text.charAt(0);
    if (word.isInitial) this.#initials.add(letter, number);
    else if (word.isAbjad) this.#addAbjad(word, number);
    else this.#addSound(word, number);
    this.#firstLetters.add(letter, number);
    for (const line of word.spellings) this.#spellings.add(line, number);
    for (const line of word.nicknames) this.#nicknames.add(line, number);
    this.#frames.add(word.frame, number);
    for (const part of new Set([word.consonants, word.sound])) this.#parts.add(part, number);
  }

  #addAbjad({ consonants }: Word, number: number): void {
    const start = consonants.slice(0, 2);
    this.#abjads.set(start, this.#abjads.get(start) ?? []);
    this.#abjads.get(start)?.push(number);
  }

  #addSound({ sound, letters }: Word, number: number): void {
    const start = sound.slice(0, 2);
    const key = `${start}${sound.length}`;
    const alikes = this.#alikes.get(key) ?? { start, length: sound.length, numbers: [], letters: [] };
    this.#alikes.set(key, alikes);
    alikes.numbers.push(number);
    alikes.letters.push(letters);
  }

  /**
   * The words that may be taken for words of a name, each with the most that it adds to the weight of what both names have.
   */
  near(name: Name): Map<number, number> {
    const near = new Map<number, number>();
    const add = (number: number, weight: number): void => {
      if (weight > (near.get(number) ?? 0)) near.set(number, weight);
    };
    for (const word of name.words) {
      for (const number of this.#likesOf(word)) add(number, (word.weight + this.#weight(number)) / 2);
      for (const number of this.#partsOf(word)) add(number, (word.weight + this.#weight(number)) / 2);
      for (const other of name.words) {
        if (other === word) continue;
        for (const number of this.#frames.of(frameOf(word.sound + other.sound))) {
          add(number, (word.weight + other.weight + this.#weight(number)) / 2);
        }
      }
    }
    return near;
  }

  #weight(number: number): number {
    return this.words[number]?.weight ?? 0;
  }

  #likesOf(word: Word): Uint32Array {
    const key = `${keyOf(word)} ${word.weight}`;
    const likes = this.#likes.get(key) ?? Uint32Array.from(this.#like(word));
    this.#likes.delete(key);
    this.#likes.set(key, likes);
    for (const oldest of this.#likes.keys()) {
      if (this.#likes.size <= MOST_KEPT) break;
      this.#likes.delete(oldest);
    }
    return likes;
  }

  *#like(word: Word): Generator<number> {
    const isNear = (number: number): boolean => {
      const listed = this.words[number];
      return listed !== undefined && wordDistance(word, listed) <= MOST_DISTANCE;
    };
    const letter = word.text.charAt(0);
    if (word.isInitial) {
      yield* this.#firstLetters.of(letter);
      return;
    }
    yield* this.#initials.of(letter);
    for (const line of word.spellings) yield* this.#spellings.of(line).filter(isNear);
    for (const line of word.nicknames) yield* this.#nicknames.of(line).filter(isNear);
    for (const [start, numbers] of this.#abjads) {
      if (word.isAbjad || startAlike(word.consonants, start)) yield* numbers.filter(isNear);
    }
    for (const alikes of this.#alikes.values()) {
      if (word.isAbjad) yield* alikes.numbers.filter(isNear);
      else if (startAlike(word.sound, alikes.start)) yield* nearLetters(word, alikes).filter(isNear);
    }
  }

  /** Words with which a part of this one may begin or end. */
  *#partsOf({ frame }: Word): Generator<number> {
    for (let cut = 1; cut <= frame.length; cut += 1) {
      yield* this.#parts.of(frame.slice(0, cut));
      yield* this.#parts.of(frame.slice(cut - 1));
    }
  }
}

function nearLetters({ sound, letters }: Word, alikes: Alikes): number[] {
  const longest = Math.max(sound.length, alikes.length);
  return alikes.numbers.filter((_, place) => mayBeNear(letters, alikes.letters[place] ?? 0, longest));
}
