import { expect, test } from "vitest";
import { matchingCommands, type CommandGroup } from "./commands.ts";

const command = (label: string, detail?: string) => ({
  key: label,
  label,
  ...(detail !== undefined && { detail }),
  run: () => undefined,
});
const GROUPS: readonly CommandGroup[] = [
  { label: "Pages", commands: [command("Deposit money"), command("Withdraw money"), command("API tokens")] },
  {
    label: "Transactions",
    commands: [
      command("WTL-7K4Q", "Deposit of 500.00 AUD"),
      command("WTL-9ZZZ", "Exchange of 1.00000000 BTC"),
    ],
  },
];

test.each<[string, string, readonly string[]]>([
  ["nothing typed shows all", "", ["Deposit money", "Withdraw money", "API tokens", "WTL-7K4Q", "WTL-9ZZZ"]],
  ["so do spaces", "  ", ["Deposit money", "Withdraw money", "API tokens", "WTL-7K4Q", "WTL-9ZZZ"]],
  ["capitals do not matter", "api TOK", ["API tokens"]],
  ["a reference in part", "7k4", ["WTL-7K4Q"]],
  ["the second line counts", "aud", ["WTL-7K4Q"]],
  ["words in any order, over both lines", "500 wtl", ["WTL-7K4Q"]],
  ["one word over both groups", "deposit", ["Deposit money", "WTL-7K4Q"]],
  ["every word must fit", "deposit tokens", []],
  ["what looks like a pattern is plain text", "a.*", []],
])("%s: '%s'", (_case, query, labels) => {
  const found = matchingCommands(GROUPS, query);
  expect(found.flatMap(({ commands }) => commands.map(({ label }) => label))).toEqual(labels);
  expect(found.every(({ commands }) => commands.length > 0)).toBe(true);
});
