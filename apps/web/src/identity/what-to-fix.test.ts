import { SEND_BACK_PRESETS } from "@wattle/contracts/identity-checks";
import { describe, expect, test } from "vitest";
import { whatToFix } from "./what-to-fix.ts";

const [BLURRED, CUT_OFF, EXPIRED, NAME] = SEND_BACK_PRESETS;

describe("what staff write leads to where it is put right", () => {
  test.each([
    [BLURRED, "passport", 2, ["front", "selfie"]],
    [CUT_OFF, "passport", 2, ["front"]],
    [CUT_OFF, "driver_licence", 2, ["front", "back"]],
    [EXPIRED, "passport", 2, ["front"]],
    [NAME, "passport", 0, []],
    ["The photo of your passport is too dark to read.", "passport", 2, ["front"]],
    ["The back of your licence has glare on it.", "driver_licence", 2, ["back"]],
    ["Your face is hidden in the selfie.", "passport", 2, ["selfie"]],
    ["The postcode is another town's", "passport", 1, []],
    ["Your date of birth is not the one in your passport.", "passport", 0, []],
    ["The document number is not the one in your passport.", "passport", 2, []],
    ["Your passport is not one we take.", "passport", 2, []],
    ["The name is not the one in the photo.", "passport", 2, []],
    ["Please contact us.", "passport", 3, []],
    ["", undefined, 3, []],
  ] as const)("'%s' with a %s: step %i, photos %j", (reason, type, step, sides) => {
    expect(whatToFix(reason, type)).toEqual({ step, sides });
  });
});
