import { expect, test } from "vitest";
import { rateByTable, type RatedFacts } from "./rate-customer.ts";

const PLAIN: RatedFacts = {
  countries: ["AU"],
  birthDate: "1990-02-28",
  today: "2026-11-27",
  about: undefined,
  volume: undefined,
  screenings: [],
  reports: 0,
};

test.each<[string, Partial<RatedFacts>, string, string[]]>([
  ["nothing", {}, "low", ["Nothing was found."]],
  ["no date of birth", { birthDate: undefined }, "low", ["Nothing was found."]],
  ["a date that is none", { birthDate: "soon" }, "low", ["Nothing was found."]],
  [
    "a country of the black list",
    { countries: ["AU", "IR"] },
    "high",
    ["Lives in, or has a document of, IR."],
  ],
  [
    "a country of the grey list",
    { countries: ["VN", "VN"] },
    "medium",
    ["Lives in, or has a document of, VN."],
  ],
  ["a 65th birthday", { birthDate: "1961-11-27" }, "medium", ["Is 65 or older."]],
  ["the day before it", { birthDate: "1961-11-28" }, "low", ["Nothing was found."]],
  ["a young customer", { birthDate: "2006-11-27" }, "medium", ["Is younger than 21."]],
  ["an open hit", { screenings: [null] }, "high", ["A name on a list is not decided yet."]],
  ["a hit that was another person", { screenings: ["not_this_person"] }, "low", ["Nothing was found."]],
  [
    "someone in a public office",
    { about: { politically_exposed: true } },
    "high",
    ["Holds, or is close to, a public office."],
  ],
  ["no public office", { about: { politically_exposed: false } }, "low", ["Nothing was found."]],
  ["payments", { about: { purpose: "payments" } }, "medium", ["Uses the account for payments."]],
  ["other purposes", { about: { purpose: "other" } }, "medium", ["Uses the account for something else."]],
  ["twice of what was expected", { volume: 200n }, "low", ["Nothing was found."]],
  [
    "more than twice",
    { volume: 201n },
    "medium",
    ["Deposited more than twice the expected amount in 30 days."],
  ],
  ["5 times", { volume: 500n }, "medium", ["Deposited more than twice the expected amount in 30 days."]],
  [
    "more than 5 times",
    { volume: 501n },
    "high",
    ["Deposited more than 5 times the expected amount in 30 days."],
  ],
  [
    "all at once",
    { screenings: ["reported"], reports: 1, countries: ["NG", "KE"] },
    "high",
    ["Lives in, or has a document of, KE.", "Is on a list.", "A case was reported."],
  ],
])("%s", (_, facts, rating, reasons) => {
  expect(rateByTable({ ...PLAIN, ...facts })).toMatchObject({ rating, reasons });
});

test.each<[string, Partial<RatedFacts>, boolean]>([
  ["an open hit", { screenings: [null] }, false],
  ["someone on a list", { screenings: ["reported"] }, false],
  ["a report", { reports: 1 }, false],
  ["someone older than 65", { birthDate: "1950-01-01" }, false],
  ["a public office", { about: { politically_exposed: true } }, true],
  ["a public office with a report", { about: { politically_exposed: true }, reports: 1 }, true],
])("only what a customer may learn of asks: %s", (_, facts, asks) => {
  expect(rateByTable({ ...PLAIN, ...facts }).asks).toBe(asks);
});
