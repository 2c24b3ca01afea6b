import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPlainLine, isPlainMessage, plainLineOf } from "./plain-text.ts";

const UNSEEN: readonly [string, string][] = [
  ["NUL", "\u0000"],
  ["escape", "\u001b"],
  ["a C1 control", "\u0085"],
  ["soft hyphen", "\u00ad"],
  ["combining grapheme joiner", "\u034f"],
  ["Arabic letter mark", "\u061c"],
  ["Hangul filler", "\u3164"],
  ["Mongolian vowel separator", "\u180e"],
  ["zero width space", "\u200b"],
  ["zero width non-joiner", "\u200c"],
  ["zero width joiner", "\u200d"],
  ["left-to-right mark", "\u200e"],
  ["right-to-left mark", "\u200f"],
  ["line separator", "\u2028"],
  ["paragraph separator", "\u2029"],
  ["right-to-left embedding", "\u202b"],
  ["right-to-left override", "\u202e"],
  ["word joiner", "\u2060"],
  ["right-to-left isolate", "\u2067"],
  ["pop directional isolate", "\u2069"],
  ["blank Braille pattern", "\u2800"],
  ["byte order mark", "\ufeff"],
  ["interlinear annotation", "\ufff9"],
  ["a tag letter", "\u{e0061}"],
  ["half a surrogate pair", "\ud800"],
  ["private use", "\ue000"],
  ["private use of plane 16", "\u{10fffd}"],
  ["a noncharacter", "\uffff"],
];

describe("texts that people read", () => {
  test.each(UNSEEN)("%s is refused anywhere in a text", (_, character) => {
    for (const text of [character, `${character}Mary`, `Ma${character}ry`, `Mary${character}`]) {
      expect(isPlainLine(text)).toBe(false);
      expect(isPlainMessage(text)).toBe(false);
      expect(plainLineOf(text)).toBe(text === character ? "" : "Mary");
    }
  });

  test.each([
    "Mary",
    "O’Brien-Łukasz",
    "Ọláyínká",
    "आयुष",
    "李小龙",
    "مريم",
    "Café № 7 😀",
    "a\u00a0b",
    "❤️",
    "",
  ])("%j may be typed", (text) => {
    expect(isPlainLine(text)).toBe(true);
    expect(isPlainMessage(text)).toBe(true);
    expect(plainLineOf(text)).toBe(text);
  });

  test("only a message takes tabs, line breaks and joined emoji", () => {
    for (const text of ["a\tb", "a\nb", "a\r\nb", "👨‍👩‍👧", "❤️‍🔥", "👩🏽‍🚀 up"]) {
      expect(isPlainLine(text), text).toBe(false);
      expect(isPlainMessage(text), text).toBe(true);
    }
    for (const text of ["a\u200db", "😀\u200d", "\u200d😀", "😀\u200d\u200d😀"]) {
      expect(isPlainMessage(text), text).toBe(false);
    }
  });

  test("what is left of any text is a plain line, and a plain line is left as it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const left = plainLineOf(text);
        expect(isPlainLine(left)).toBe(true);
        expect(left === text).toBe(isPlainLine(text));
      }),
    );
  });
});
