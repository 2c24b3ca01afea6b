import { OPTIONAL_EMAILS } from "@wattle/contracts/emails";
import { describe, expect, test } from "vitest";
import { createUnsubscribeLinks } from "./unsubscribe-links.ts";

const ORIGIN = "https://wattle.example";
const links = createUnsubscribeLinks(["a secret"], ORIGIN);
const ID = "0198f2c4-7d1e-7cc0-9d64-0b2f6b1f3a55";
const tokenOf = (url: string): string => new URL(url).searchParams.get("token") ?? "";

describe("links that end emails", () => {
  test.each(OPTIONAL_EMAILS)("say whose %s they end", (kind) => {
    const url = links.urlOf({ userId: ID, kind });
    expect(url).toMatch(/^https:\/\/wattle\.example\/emails\/off\?token=[\w.%-]+$/);
    expect(links.read(tokenOf(url))).toEqual({ userId: ID, kind });
  });

  const good = tokenOf(links.urlOf({ userId: ID, kind: "alerts" }));
  const [, , mac = ""] = good.split(".");
  test("work after the secret was replaced, as long as the one before is named", () => {
    const later = createUnsubscribeLinks(["other", "a secret"], ORIGIN);
    expect(later.read(good)).toEqual({ userId: ID, kind: "alerts" });
    expect(links.read(tokenOf(later.urlOf({ userId: ID, kind: "alerts" })))).toBeUndefined();
  });

  test.each([
    ["empty", ""],
    ["text", "x"],
    ["another kind", `receipts.${ID}.${mac}`],
    ["a kind that does not exist", `security.${ID}.${mac}`],
    ["another customer", `alerts.${ID.replace("0", "1")}.${mac}`],
    ["without its signature", `alerts.${ID}.`],
    ["a signature that is cut", good.slice(0, -2)],
    ["something after it", `${good}.x`],
    [
      "another installation's",
      tokenOf(createUnsubscribeLinks(["other"], ORIGIN).urlOf({ userId: ID, kind: "alerts" })),
    ],
  ])("are refused: %s", (_, token) => expect(links.read(token)).toBeUndefined());
});
