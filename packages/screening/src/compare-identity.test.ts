import { describe, expect, test } from "vitest";
import { compareIdentity } from "./compare-identity.ts";
import { compareNames, HIT_THRESHOLD } from "./compare-names.ts";

const asked = { name: "Harald Lindqvist", birthDate: "1970-05-01", countries: ["SE"] };
const listed = { names: ["Rosa Delgado", "Harald Lindkvist"] };

describe("the name", () => {
  test("the nearest of the listed names counts", () => {
    const { name } = compareIdentity(asked, listed);
    expect(name).toBe(compareNames(asked.name, "Harald Lindkvist"));
  });

  test("a name alone is a hit as it is without the rest", () => {
    expect(compareIdentity({ name: asked.name }, listed).score).toBeGreaterThanOrEqual(HIT_THRESHOLD);
    expect(compareIdentity({ name: "Sigurd Bergman" }, listed).score).toBeLessThan(HIT_THRESHOLD);
  });

  test("nothing is left of it", () => {
    const nothing = { ...asked, name: "?!" };
    const details = { birthDates: ["1970"], countries: ["SE"] };
    expect(compareIdentity(nothing, { ...listed, ...details }).score).toBe(0);
    expect(compareIdentity(asked, { ...details, names: [] }).score).toBe(0);
  });
});

describe("the year of birth", () => {
  const { score: withoutDate } = compareIdentity(asked, { names: [asked.name] });
  const scored = (...birthDates: string[]) => compareIdentity(asked, { names: [asked.name], birthDates });

  test.each([
    ["1970-05-01"],
    ["1970"],
    ["circa 1970"],
    ["c1966"],
    ["approx. 1975"],
    ["03/04/1970"],
    ["between 1965 and 1975"],
    ["1970s"],
    ["mid-1970's"],
  ])("%s raises the score", (date) => {
    expect(scored(date).birthDate).toBeGreaterThan(0);
    expect(scored(date).score).toBeGreaterThan(withoutDate);
  });

  test.each([
    ["1972"],
    ["1968-05-01"],
    ["circa 1963"],
    ["1950s"],
    ["Dec 1964"],
    ["1945"],
    ["between 1972 and 1975"],
  ])("%s lowers it", (date) => {
    expect(scored(date).birthDate).toBeLessThan(0);
    expect(scored(date).score).toBeLessThan(withoutDate);
  });

  test.each([["1971"], ["1969-12-31"], [""], ["unknown"], ["70"]])("%j changes nothing", (date) => {
    expect(scored(date)).toMatchObject({ birthDate: 0, score: withoutDate });
  });

  test("of several, the nearest counts", () => {
    expect(scored("1945", "1970").birthDate).toBeGreaterThan(0);
  });
});

describe("the country", () => {
  const { score: withoutCountry } = compareIdentity(asked, { names: [asked.name] });
  const scored = (...countries: string[]) => compareIdentity(asked, { names: [asked.name], countries });

  test("a common one raises the score a little, other ones lower it a little", () => {
    expect(scored("no", " se ").score).toBeGreaterThan(withoutCountry);
    expect(scored("NO").score).toBeLessThan(withoutCountry);
  });

  test.each([[[]], [[""]]])("none changes nothing: %j", (countries) => {
    expect(scored(...countries)).toMatchObject({ country: 0, score: withoutCountry });
  });
});

test("all that agrees makes 1", () => {
  const everything = { names: [asked.name], birthDates: [asked.birthDate], countries: asked.countries };
  expect(compareIdentity(asked, everything).score).toBe(1);
});
