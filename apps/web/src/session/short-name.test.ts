// @vitest-environment node
import { expect, test } from "vitest";
import { shortName } from "./short-name.ts";

test.each([
  ["eight letters stay", "Jonathan", "Jonathan"],
  ["nine get the ellipsis, as specified", "Alexandra", "Alexandra…"],
  ["more are cut to nine", "Maximiliano", "Maximilia…"],
  ["none", "", ""],
  ["letters beyond the basic plane are not cut in half", "𝒜𝒷𝒸𝒹𝑒𝒻𝑔𝒽𝒾𝒿", "𝒜𝒷𝒸𝒹𝑒𝒻𝑔𝒽𝒾…"],
])("%s", (_title, name, shown) => {
  expect(shortName(name)).toBe(shown);
});
