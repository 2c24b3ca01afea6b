import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldName } from "./fold-name.ts";
import { compareNames, HIT_THRESHOLD } from "./compare-names.ts";

describe("a name survives", () => {
  test.each([
    ["order", "Harald Lindqvist", "LINDQVIST, Harald"],
    ["a missing middle name", "Rosa Delgado", "Rosa Ines Delgado"],
    ["two missing middle names", "Farid Nazari", "Farid Ahmad Wali Nazari"],
    ["initials", "J. Lindqvist", "Jonas Lindqvist"],
    ["a middle initial", "Rosa I Delgado", "Rosa Ines Delgado"],
    ["two initials", "J.-P. Rousselot", "Jean-Pierre Rousselot"],
    ["the particle al", "Bakr al-Zuhairi", "Bakr Zuhairi"],
    ["the particle bin", "Tariq bin Khalid Al Sabri", "Tareq Khaled Sabri"],
    ["the particle van der", "Pieter van der Molen", "Pieter Molen"],
    ["a title", "Dr. Rosa Delgado", "Rosa Delgado"],
    ["a title in another language", "Shaykh Bakr al-Zuhairi", "Bakr Al Zuhairi"],
    ["hyphens", "Jean-Marie Rousselot", "Jean Marie Rousselot"],
    ["two words as one", "Jeanmarie Rousselot", "Jean-Marie Rousselot"],
    ["no space at all", "RosaDelgado", "Rosa Delgado"],
    ["apostrophes", "Sean O'Malley", "Sean OMalley"],
    ["curly apostrophes", "Ba’asyir Abu", "Baasyir Abu"],
    ["diacritics", "Łukasz Żółwiński", "Lukasz Zolwinski"],
    ["an umlaut in two letters", "Jürgen Böhmermann", "Juergen Boehmermann"],
    ["Cyrillic", "Юрий Щербаков", "Yuri Shcherbakov"],
    ["Ukrainian", "Володимир Кравчук", "Vladimir Kravchuk"],
    ["Arabic", "محمد بن سلمان", "Mohammed bin Salman"],
    ["Arabic with an article", "عبد الرحمن الزهيري", "Abdul Rahman al-Zuhairi"],
    ["Chinese", "王秀英", "Wang Xiuying"],
    ["Chinese in traditional characters", "張偉", "Zhang Wei"],
    ["Korean", "김정은", "Kim Jong-un"],
    ["Greek", "Γιώργος Παπαδόπουλος", "Giorgos Papadopoulos"],
    ["Mohammed and Muhammad", "Mohammed Zuhairi", "Muhammad Zuhairi"],
    ["Abdul Rahman as one word", "Abdurrahman Zuhairi", "Abdul Rahman Zuhairi"],
    ["Sergei and Sergey", "Sergei Molchanov", "Sergey Molchanov"],
    ["German transliteration", "Wladimir Sawinskij", "Vladimir Zavinsky"],
    ["a nickname", "Bill Lindqvist", "William Lindqvist"],
    ["a nickname in another alphabet", "Саша Молчанов", "Alexander Molchanov"],
    ["the form of a company", "Blue Heron Trading Pty Ltd", "Blue Heron Trading"],
    ["two forms of a company", "Blue Heron Trading Pty Ltd", "Blue Heron Trading LLC"],
    ["a wrong letter", "Harald Lindkvist", "Harald Lindqvist"],
    ["swapped letters", "Harald Lindqivst", "Harald Lindqvist"],
    ["a doubled letter", "Harrald Lindqvist", "Harald Lindqvist"],
    ["a missing letter", "Harald Lindqist", "Harald Lindqvist"],
    ["digits for letters", "Har4ld L1ndqvist", "Harald Lindqvist"],
    ["other kinds of spaces", "Harald\u00a0Lindqvist", "Harald Lindqvist"],
    ["signs that no one sees", "\u200fHarald \u202eLindqvist\u202c", "Harald Lindqvist"],
    ["full-width letters", "Ｈａｒａｌｄ Lindqvist", "Harald Lindqvist"],
    ["a formula", '=HYPERLINK("Harald Lindqvist")', "Hyperlink Harald Lindqvist"],
  ])("%s", (_, asked, listed) => {
    expect(compareNames(asked, listed)).toBeGreaterThanOrEqual(HIT_THRESHOLD);
  });
});

describe("another name is told apart", () => {
  test.each([
    ["another first name", "Harald Lindqvist", "Sigurd Lindqvist"],
    ["another surname", "Harald Lindqvist", "Harald Bergman"],
    ["another one of four names", "Farid Ahmad Wali Nazari", "Farid Ahmad Karim Nazari"],
    ["one name of two", "Lindqvist", "Harald Lindqvist"],
    ["names that are near in letters", "Mohammed Zuhairi", "Mahmoud Zuhairi"],
    ["another Chinese character", "王秀英", "王秀兰"],
    ["one more Korean syllable", "김정은", "김은"],
    ["titles only in common", "Dr. Rosa Delgado", "Dr. Harald Lindqvist"],
    ["particles only in common", "Bakr al Zuhairi", "Tariq al Sabri"],
    ["initials for everything", "H. L.", "Harald Lindqvist"],
    ["other initials", "H. L.", "H. M."],
  ])("%s", (_, asked, listed) => {
    expect(compareNames(asked, listed)).toBeLessThan(HIT_THRESHOLD);
  });
});

describe("nothing to compare", () => {
  test.each(["", " ", "?!", "\u200f\u202e", "🎉", "---"])("%j", (name) => {
    expect(compareNames(name, "Harald Lindqvist")).toBe(0);
    expect(compareNames(name, name)).toBe(0);
  });
});

describe("long names", () => {
  test.each([
    ["300 characters", "Harald ".repeat(43)],
    ["50,000 characters", "Harald Lindqvist ".repeat(3000)],
    ["one word of 50,000 letters", "x".repeat(50_000)],
    ["50,000 capitals between small letters", "aB".repeat(25_000)],
    ["50,000 Chinese characters", "王".repeat(50_000)],
    ["50,000 characters that take several letters", "ﷺ".repeat(50_000)],
  ])("%s", (_, name) => {
    expect(compareNames(name, name)).toBe(1);
    expect(compareNames(name, "Rosa Delgado")).toBeLessThan(HIT_THRESHOLD);
  });
});

describe("for any two names", () => {
  const word = fc.oneof(
    fc.constantFrom(
      "Mohammed",
      "Mehmet",
      "Ali",
      "al",
      "bin",
      "Abdul",
      "Rahman",
      "Abdurrahman",
      "J",
      "Dr",
      "Kim",
      "Ltd",
    ),
    fc.constantFrom(
      "Ли",
      "محمد",
      "حسن",
      "王",
      "김",
      "Jean",
      "Marie",
      "Jeanmarie",
      "O'Malley",
      "Bill",
      "William",
    ),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
    fc.stringMatching(/^[a-z]{1,9}$/),
  );
  const words = fc.array(word, { minLength: 1, maxLength: 7 });
  const name = words.map((some) => some.join(" "));

  test("the score is between 0 and 1, and the same in both directions", () => {
    fc.assert(
      fc.property(name, name, (one, other) => {
        const score = compareNames(one, other);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        expect(compareNames(other, one)).toBe(score);
      }),
    );
  });

  test("a name is like itself, if anything of it can be read", () => {
    fc.assert(
      fc.property(name, (one) => {
        expect(compareNames(one, one)).toBe(foldName(one).length > 0 ? 1 : 0);
      }),
    );
  });

  test("the order of words does not matter", () => {
    const shuffled = words.chain((some) =>
      fc.tuple(
        fc.constant(some.join(" ")),
        fc
          .shuffledSubarray(some, { minLength: some.length, maxLength: some.length })
          .map((others) => others.join(" ")),
      ),
    );
    fc.assert(
      fc.property(shuffled, name, ([one, again], other) => {
        expect(compareNames(again, other)).toBe(compareNames(one, other));
      }),
    );
  });
});
