import { ONRAMP_STATUSES } from "./choices.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mayMoveOrder, type OnrampStatus } from "./onramp.ts";

/** Final status of an order if these statuses arrive in this order. */
function endOf(arrivals: readonly OnrampStatus[]): { end: OnrampStatus; credited: number } {
  let end: OnrampStatus = "created";
  let credited = 0;
  for (const next of arrivals) {
    if (!mayMoveOrder(end, next)) continue;
    if (next === "completed") credited += 1;
    if (end === "completed" && next === "refunded") credited -= 1;
    end = next;
  }
  return { end, credited };
}

const arrivals = fc.array(fc.constantFrom(...ONRAMP_STATUSES.filter((status) => status !== "review")), {
  maxLength: 12,
});

describe("the ways of an order", () => {
  test("whatever arrives, however often and in whatever order, what is credited in the end is one payment or nothing", () => {
    fc.assert(
      fc.property(arrivals, (statuses) => {
        const { end, credited } = endOf(statuses);
        expect(credited).toBe(end === "completed" ? 1 : 0);
      }),
    );
  });

  test("with a completion among them the money is credited unless it was refunded, in any order", () => {
    fc.assert(
      fc.property(arrivals, (statuses) => {
        const { end } = endOf([...statuses, "completed"]);
        expect(end).toBe(statuses.includes("refunded") ? "refunded" : "completed");
      }),
    );
  });

  test.each(ONRAMP_STATUSES)("nothing goes back to created, and %s does not go to itself", (status) => {
    expect(mayMoveOrder(status, "created")).toBe(false);
    expect(mayMoveOrder(status, status)).toBe(false);
  });
});
