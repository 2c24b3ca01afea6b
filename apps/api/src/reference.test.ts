import fc from "fast-check";
import { expect, test } from "vitest";
import { readReference, readReferencePrefix, referenceOf } from "./reference.ts";

const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const someReference = fc.uuid().map(referenceOf);

test("a reference has no character that is taken for another, and is always the same for the same identifier", () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      expect(referenceOf(id)).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
      expect(referenceOf(id)).toBe(referenceOf(id));
    }),
  );
});

test("is read in any case, with spaces and dashes anywhere or nowhere", () => {
  const between = fc.array(fc.constantFrom("", " ", "-", "  "), { minLength: 13, maxLength: 13 });
  fc.assert(
    fc.property(someReference, between, fc.boolean(), (reference, gaps, lower) => {
      const plain = Array.from(reference.replaceAll("-", ""));
      const typed =
        plain.map((character, index) => `${gaps[index] ?? ""}${character}`).join("") + gaps.at(-1);
      expect(readReference(lower ? typed.toLowerCase() : typed)).toBe(reference);
    }),
  );
});

test("any one wrong character is noticed", () => {
  fc.assert(
    fc.property(
      someReference,
      fc.nat(11),
      fc.constantFrom(...Array.from(ALPHABET)),
      (reference, place, character) => {
        const plain = reference.replaceAll("-", "");
        fc.pre(plain[place] !== character);
        expect(readReference(plain.slice(0, place) + character + plain.slice(place + 1))).toBeUndefined();
      },
    ),
  );
});

test("two swapped neighbours are noticed unless they are half the alphabet apart", () => {
  fc.assert(
    fc.property(someReference, fc.nat(9), (reference, place) => {
      const plain = reference.replaceAll("-", "");
      const [first = "", second = ""] = plain.slice(place, place + 2);
      fc.pre(first !== second);
      const swapped = plain.slice(0, place) + second + first + plain.slice(place + 2);
      const apart = Math.abs(ALPHABET.indexOf(first) - ALPHABET.indexOf(second));
      expect(readReference(swapped) === undefined).toBe(apart !== 16);
    }),
  );
});

test.each(["", "2222", "2222-2222-222", "2222-2222-22222", "0222-2222-2222", "2222-2222-222O"])(
  "%j is no reference",
  (typed) => expect(readReference(typed)).toBeUndefined(),
);

test.each([
  ["2222", "2222"],
  ["abcd 2", "ABCD-2"],
  ["2222-2222-2222", "2222-2222-2222"],
  ["222", undefined],
  ["2222-2222-22222", undefined],
  ["2O22", undefined],
])("what begins with %j is looked for as %j", (typed, prefix) => {
  expect(readReferencePrefix(typed)).toBe(prefix);
});
