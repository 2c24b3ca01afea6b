import { MONITORING_RULES } from "@wattle/contracts/choices";
import { localDay } from "@wattle/contracts/days";
import { attacks, noteFigures } from "@wattle/db/testing/trial";
import { expect, test } from "vitest";
import { dice, YEAR_END, yearOfCustomers } from "../testing/year-of-customers.ts";
import { findBy } from "./rules/rules.ts";

/** Nine of ten alerts are right. */
const LEAST_PRECISION = 0.9;

test("in a year of customers rules find all that was planted, and little else", () => {
  const customers = [...yearOfCustomers(attacks({ few: 500, many: 2_000 }), dice(45))];
  const context = { now: YEAR_END, dayOf: (at: number) => localDay(at, "Australia/Sydney") };
  const figures = MONITORING_RULES.map((rule) => {
    const alerted = customers.filter(({ history }) => findBy(rule, history, context).length > 0);
    const planted = customers.filter((each) => each.rule === rule && each.isPlanted);
    const right = alerted.filter((each) => each.rule === rule && each.isPlanted);
    return {
      rule,
      planted: planted.length,
      recall: right.length / planted.length,
      precision: right.length / alerted.length,
    };
  });
  for (const { rule, planted, recall, precision } of figures)
    noteFigures(
      `${rule}: ${planted} planted, recall ${recall}, precision ${Math.round(precision * 1000) / 1000}`,
    );
  expect(figures.filter(({ planted }) => planted === 0)).toEqual([]);
  expect(figures.filter(({ recall }) => recall < 1)).toEqual([]);
  expect(figures.filter(({ precision }) => precision < LEAST_PRECISION)).toEqual([]);
});
