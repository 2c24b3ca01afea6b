import { afterEach, expect, test } from "vitest";
import { focusHeading } from "./focus-heading.ts";

afterEach(() => document.body.replaceChildren());

function pageWith(html: string): HTMLElement {
  const page = document.createElement("main");
  page.innerHTML = html;
  document.body.append(page);
  return page;
}

/** Once those that watch the page have been called. */
const seen = () => new Promise((resolve) => setTimeout(resolve));

test("the focus follows from a heading to the one that takes its place, as often as that happens", async () => {
  const page = pageWith("<h1>Receipt</h1>");
  focusHeading(page);
  for (const heading of ["Exchange", "Exchange ABCD-EFGH-JKLM"]) {
    page.innerHTML = `<article><h1>${heading}</h1></article>`;
    await seen();
    expect(document.activeElement?.textContent).toBe(heading);
  }
});

test.each([
  ["from one heading to the next", "<h1>Receipt</h1>"],
  ["from a page that has none yet", "<p>Loading</p>"],
])("the focus waits where there is none between: %s", async (_, first) => {
  const page = pageWith(first);
  focusHeading(page);
  page.innerHTML = "<p>Loading</p>";
  await seen();
  page.innerHTML = "<h1>Withdrawal of 153.75 AUD</h1>";
  await seen();
  expect(document.activeElement).toBe(page.querySelector("h1"));
});

test("what someone has gone on to keeps the focus", async () => {
  const page = pageWith("<h1>Receipt</h1><div></div>");
  const field = document.createElement("input");
  document.body.append(field);
  focusHeading(page);
  field.focus();
  page.innerHTML = "<h1>Exchange</h1>";
  await seen();
  expect(document.activeElement).toBe(field);
});
