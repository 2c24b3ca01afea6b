// @vitest-environment node
import { afterEach, beforeEach, expect, test } from "vitest";
import { momentText } from "./moment-text.ts";
import { fieldText, momentOfField, setDeskZone, zonePlace } from "./zone.ts";

beforeEach(() => setDeskZone("Australia/Sydney"));
afterEach(() => setDeskZone(undefined));

test.each([
  ["2026-11-22T17:00", "2026-11-22T06:00:00.000Z"],
  ["2026-07-01T00:30", "2026-06-30T14:30:00.000Z"],
  // An hour before and after summer time begins.
  ["2026-10-04T01:30", "2026-10-03T15:30:00.000Z"],
  ["2026-10-04T03:30", "2026-10-03T16:30:00.000Z"],
])("the field's %s is the installation's", (text, at) => {
  expect(new Date(momentOfField(text)).toISOString()).toBe(at);
  expect(fieldText(Date.parse(at))).toBe(text);
});

test("what is no moment is none", () => {
  expect(momentOfField("")).toBeNaN();
});

test("moments are read in the installation's zone, which has a name", () => {
  expect(momentText("2026-11-23T13:39:00.000Z")).toBe("24 Nov 2026, 12:39\u00A0am");
  expect(zonePlace()).toBe("Sydney");
  setDeskZone("Asia/Ho_Chi_Minh");
  expect(zonePlace()).toBe("Ho Chi Minh");
});
