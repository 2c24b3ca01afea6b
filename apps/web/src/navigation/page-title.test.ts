// @vitest-environment node
import { expect, test } from "vitest";
import { pageTitle } from "./page-title.ts";

const match = (title?: string, titleAlone?: boolean) => ({
  staticData: {
    ...(title === undefined ? {} : { title }),
    ...(titleAlone === undefined ? {} : { titleAlone }),
  },
});

test.each([
  [
    "the route's title and the product's name",
    [match("Page not found"), match("Support")],
    "Support — Kurrajong",
  ],
  [
    "home's own title alone",
    [match("Page not found"), match("A Better Place to Buy Bitcoin", true)],
    "A Better Place to Buy Bitcoin",
  ],
  [
    "the deepest title counts",
    [match("Dashboard"), match("Transactions history")],
    "Transactions history — Kurrajong",
  ],
  ["a route without one takes its parent's", [match("Dashboard"), match()], "Dashboard — Kurrajong"],
  ["none at all", [match()], "Kurrajong"],
])("%s", (_title, matches, expected) => {
  expect(pageTitle(matches, "Kurrajong")).toBe(expected);
});
