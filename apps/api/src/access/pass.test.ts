import { expect, test } from "vitest";
import { readPass, signPass } from "./pass.ts";

const [NEW, OLD] = [
  "a new secret of at least thirty-two characters",
  "the old secret of at least thirty-two",
];
const pass = { id: "pass", expiresAt: 1_800_000_000_000 };

test.each<[string, readonly [string, ...string[]], boolean]>([
  ["by the secret that signed it", [OLD], true],
  ["once that was replaced, as long as it is named", [NEW, OLD], true],
  ["no more once it is not named", [NEW], false],
])("a captcha's pass counts %s", (_, secrets, counts) => {
  const text = signPass([OLD], pass);
  expect(readPass(secrets, text)).toEqual(counts ? pass : undefined);
});
