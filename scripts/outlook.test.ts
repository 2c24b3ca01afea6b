import { expect, test } from "vitest";
import { indexOf, outlook, perSecond, type Given, type Population, type Room } from "./outlook.ts";

const GIVEN: Given = {
  serverMs: 1,
  databaseMs: 2,
  sealedPerSecond: 1000,
  walBytes: 1000,
  keptBytes: 1000,
  checkedPerSecond: 1e6,
  provedPerSecond: 10_000,
  proofBytes: 100,
};
const ROOM: Room = { processes: 10, processors: 10, diskBytes: 1e12, standbyBytes: 1e8, memoryBytes: 1e10 };
/** A hundred exchanges a second, ten times that for a moment. */
const PEOPLE: Population = { customers: 6_048_000, exchangesPerWeek: 10, peak: 10, years: 1 };

const used = (population: Partial<Population> = {}, room: Partial<Room> = {}) =>
  Object.fromEntries(
    outlook({ ...PEOPLE, ...population }, GIVEN, { ...ROOM, ...room }).map((each) => [each.what, each.used]),
  );

test("each limit is used by what it is there for", () => {
  expect(perSecond(PEOPLE)).toBe(100);
  const is = used();
  expect(is["servers"]).toBeCloseTo(0.1);
  expect(is["processors of the database"]).toBeCloseTo(0.2);
  expect(is["sealing"]).toBeCloseTo(1);
  expect(is["log of writes"]).toBeCloseTo(0.01);
  expect(is["disk"]).toBeCloseTo(3.1536);
  expect(is["check of the ledger"]).toBeCloseTo(0.308, 3);
  expect(is["time of the proof"]).toBeCloseTo(0.168);
  expect(is["memory of the proof"]).toBeCloseTo(0.06048);
});

test("what breaks first is first, and says what then", () => {
  const [first, second] = outlook(PEOPLE, GIVEN, ROOM);
  expect(first).toMatchObject({ what: "disk", of: "3.2 of 1.0 TB" });
  expect(first?.next).toMatch(/Old months/);
  expect(second?.what).toBe("sealing");
});

test("customers who do nothing use what counts customers, and nothing else", () => {
  const idle = used({ exchangesPerWeek: 0, customers: 100_000_000 });
  expect(idle["time of the proof"]).toBeCloseTo(2.78);
  expect(idle["sealing"]).toBe(0);
  expect(idle["disk"]).toBe(0);
});

test("an index has one more step for a hundred times the rows", () => {
  expect(indexOf(1).depth).toBe(1);
  expect(indexOf(1_000_000).depth).toBe(3);
  expect(indexOf(100_000_000).depth).toBe(4);
  expect(indexOf(1_000_000).bytes).toBe(81_920_000);
});
