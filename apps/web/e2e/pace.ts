import { expect, type Locator, type Page } from "@playwright/test";

/** A press of a key, of someone who types without being trained for it: the keystroke-level model of Card, Moran and Newell (1980). */
const KEY_SECONDS = 0.28;
/** Thinking of what to do next, before each act: the same model’s M. */
const THOUGHT_SECONDS = 1.35;
/** Silent reading of English: the mean of 190 studies (Brysbaert 2019). */
const WORDS_A_MINUTE = 238;

/** Effort of people in a day at the desk. */
export interface Effort {
  /** Keys pressed; one with Ctrl counts as two. */
  readonly keys: number;
  /** Things decided to do: a key of the desk, a word typed, a step to another field. */
  readonly acts: number;
  /** Screens, drawers and panels looked at. */
  readonly screens: number;
  /** Words read. */
  readonly words: number;
  /** Photos compared with a form, ten seconds each. */
  readonly photos: number;
}

const PHOTO_SECONDS = 10;

/** How long it takes, in minutes, all one after the other. */
export const minutesOf = ({ keys, acts, words, photos }: Effort): number =>
  (keys * KEY_SECONDS + acts * THOUGHT_SECONDS + photos * PHOTO_SECONDS) / 60 + words / WORDS_A_MINUTE;

/** Someone at a page who has a keyboard and no mouse, and counts. */
export class Typist {
  readonly page: Page;
  #effort: Effort = { keys: 0, acts: 0, screens: 0, words: 0, photos: 0 };
  constructor(page: Page) {
    this.page = page;
  }

  get effort(): Effort {
    return this.#effort;
  }

  #add(more: Partial<Effort>): void {
    const now = this.#effort;
    this.#effort = {
      keys: now.keys + (more.keys ?? 0),
      acts: now.acts + (more.acts ?? 0),
      screens: now.screens + (more.screens ?? 0),
      words: now.words + (more.words ?? 0),
      photos: now.photos + (more.photos ?? 0),
    };
  }

  /** One act of several keys, one after the other: `press("g", "b")`. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
    this.#add({ acts: 1, keys: keys.reduce((sum, key) => sum + key.split("+").filter(Boolean).length, 0) });
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    this.#add({ acts: 1, keys: text.length });
  }

  /** Waits for what has opened, and reads all of it. */
  async read(what: Locator): Promise<string> {
    await expect(what).toBeVisible();
    const text = (await what.innerText()).trim();
    this.#add({ screens: 1, words: text.split(/\s+/).length });
    return text;
  }

  /** Compares the photo that is shown with the form. */
  async compare(photo: Locator): Promise<void> {
    await expect(photo).toBeVisible();
    await expect
      .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    this.#add({ photos: 1, screens: 1 });
  }

  /** Moves through a list with `j` until a row has the focus. */
  async moveTo(row: Locator): Promise<void> {
    await expect(row).toBeVisible();
    for (let step = 0; step < 60; step += 1) {
      if (await row.evaluate((element) => element === document.activeElement)) return;
      await this.press("j");
    }
    throw new Error("the row is not reached by j");
  }

  /** Moves on with Tab until something has the focus. */
  async tabTo(what: Locator): Promise<void> {
    await expect(what).toBeVisible();
    for (let step = 0; step < 25; step += 1) {
      if (await what.evaluate((element) => element === document.activeElement)) return;
      await this.press("Tab");
    }
    throw new Error("it is not reached by Tab");
  }
}

/** Both people together. */
export const together = (...all: readonly Effort[]): Effort => ({
  keys: all.reduce((sum, { keys }) => sum + keys, 0),
  acts: all.reduce((sum, { acts }) => sum + acts, 0),
  screens: all.reduce((sum, { screens }) => sum + screens, 0),
  words: all.reduce((sum, { words }) => sum + words, 0),
  photos: all.reduce((sum, { photos }) => sum + photos, 0),
});
