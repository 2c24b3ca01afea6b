import { describe, expect, test } from "vitest";
import { randomIds } from "../clock.ts";
import { newRecoveryCodes, plainRecoveryCode } from "./recovery-codes.ts";
import { newTotpSecret, totpStep, totpUri } from "./totp.ts";

/** RFC 6238, appendix B: the secret of the SHA-1 rows, `12345678901234567890`, in base32. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const AT = 1_111_111_111_000;
const STEP = 37_037_037n;

describe("codes of an authenticator app", () => {
  // The last six digits of the RFC's eight.
  test.each([
    [59, "287082", 1n],
    [1_111_111_109, "081804", 37_037_036n],
    [1_111_111_111, "050471", 37_037_037n],
    [1_234_567_890, "005924", 41_152_263n],
    [2_000_000_000, "279037", 66_666_666n],
    [20_000_000_000, "353130", 666_666_666n],
  ])("at %i seconds: %s", (seconds, code, step) => {
    expect(totpStep(SECRET, code, seconds * 1000)).toBe(step);
  });

  test.each([
    ["the step before", AT + 30_000, STEP],
    ["the step after", AT - 30_000, STEP],
    ["two steps before", AT + 60_000, undefined],
    ["two steps after", AT - 60_000, undefined],
  ])("a code of %s", (_case, now, step) => {
    expect(totpStep(SECRET, "050471", now)).toBe(step);
  });

  test.each([
    ["with a space", "050 471", STEP],
    ["with spaces all over", " 0 5 0 4 7 1\n", STEP],
    ["with a no-break space", "050\u00A0471", STEP],
    ["of five digits", "50471", undefined],
    ["of seven digits", "0050471", undefined],
    ["in Arabic digits", "٠٥٠٤٧١", undefined],
    ["in full-width digits", "０５０４７１", undefined],
    ["with a hyphen", "050-471", undefined],
    ["with letters", "O5O471", undefined],
    ["that is empty", "", undefined],
    ["that is a number in another writing", "+50471", undefined],
  ])("a code %s", (_case, code, step) => {
    expect(totpStep(SECRET, code, AT)).toBe(step);
  });

  test("a new secret is 20 random bytes in base32, and another each time", () => {
    const secrets = Array.from({ length: 20 }, () => newTotpSecret(randomIds));
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new Set(secrets).size).toBe(20);
  });

  test("the address for the QR code says all that an app needs", () => {
    const uri = new URL(totpUri(SECRET, { issuer: "Wattle & Co", label: "mary+x@mail.example" }));
    expect(`${uri.protocol}//${uri.host}`).toBe("otpauth://totp");
    expect(decodeURIComponent(uri.pathname)).toBe("/Wattle & Co:mary+x@mail.example");
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: "Wattle & Co",
      secret: SECRET,
      algorithm: "SHA1",
      digits: "6",
      period: "30",
    });
  });
});

describe("recovery codes", () => {
  test("are ten different ones, 16 letters and digits in groups of four", () => {
    const codes = newRecoveryCodes(randomIds);
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  });

  test.each(["0A1B-2C3D-4E5F-6G7H", "0a1b 2c3d 4e5f 6g7h", " oAlB2C3D4E5F6G7H ", "OAiB-2c3d4e5f-6g7h"])(
    "%j is read as the same code",
    (typed) => {
      expect(plainRecoveryCode(typed)).toBe("0A1B2C3D4E5F6G7H");
    },
  );
});
