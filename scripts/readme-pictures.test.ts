import { globSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import {
  fingerprint,
  LARGEST_PICTURE,
  pictureFile,
  PICTURES_FOLDER,
  README_PICTURES,
  SCHEMES,
  TAKEN_OF,
  withPictures,
} from "./readme-pictures.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const readme = readFileSync(path.join(ROOT, "README.md"), "utf8");
const taken = JSON.parse(readFileSync(path.join(ROOT, TAKEN_OF), "utf8")) as Record<string, string>;
const namedIn = (text: string): string[] =>
  [...text.matchAll(/(?:src|srcset)="(docs\/pictures\/[^"]+)"/g)].flatMap(([, file]) => file ?? []);

test("the README shows the pictures that there are, light and dark, small enough to load", () => {
  const named = namedIn(readme);
  const files = globSync(`${PICTURES_FOLDER}/*.jpg`, { cwd: ROOT });
  expect(named.toSorted()).toEqual(files.map((file) => file.replaceAll("\\", "/")).toSorted());
  expect(named.length).toBeGreaterThan(0);
  for (const file of named)
    expect(statSync(path.join(ROOT, file)).size, file).toBeLessThanOrEqual(LARGEST_PICTURE);
});

test("the screens in the pictures are as they were; else take them again: npm run screenshots -- readme", () => {
  const now = README_PICTURES.filter(({ name }) => name in taken).map((picture) => [
    picture.name,
    fingerprint(picture),
  ]);
  expect(Object.fromEntries(now)).toEqual(taken);
});

describe("taking them again", () => {
  test.each(README_PICTURES)("$name is drawn by sources that there are", (picture) => {
    for (const part of picture.drawnBy)
      expect(globSync(`apps/web/src/${part}{/*,.*}`, { cwd: ROOT }), part).not.toEqual([]);
    expect(fingerprint(picture)).not.toBe(fingerprint({ drawnBy: [] }));
  });

  test("writes their block of the README, twice the same, and nothing else of it", () => {
    const written = withPictures(readme, README_PICTURES);
    expect(namedIn(written)).toEqual(
      README_PICTURES.flatMap(({ name }) => SCHEMES.map((scheme) => pictureFile(name, scheme))),
    );
    expect(withPictures(written, README_PICTURES)).toBe(written);
    expect(withPictures(written, [])).toBe(withPictures(readme, []));
  });
});
