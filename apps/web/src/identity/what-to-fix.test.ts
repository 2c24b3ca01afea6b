import { SEND_BACK_PRESETS } from "@wattle/contracts/identity-checks";
import { describe, expect, test } from "vitest";
import { whatToFix } from "./what-to-fix.ts";

const BLURRED = "The photo is blurred. Take it again in good light.";
const CUT_OFF = "A part of the document is cut off. Show all four corners.";
const EXPIRED = "The document has expired. Send one that is valid.";
const NAME = "The name isn’t the one on the document. Enter it as it is there.";

describe("what staff write leads to where it is put right", () => {
  test("the presets are known", () => {
    expect(SEND_BACK_PRESETS).toEqual([BLURRED, CUT_OFF, EXPIRED, NAME]);
  });

  test.each([
    [BLURRED, "passport", 2, ["front", "selfie"]],
    [BLURRED, "driver_licence", 2, ["front", "back", "selfie"]],
    [CUT_OFF, "passport", 2, ["front"]],
    [CUT_OFF, "driver_licence", 2, ["front", "back"]],
    [EXPIRED, "passport", 2, ["front"]],
    [NAME, "passport", 0, []],
  ] as const)("preset '%s' with a %s: step %i, photos %j", (reason, type, step, sides) => {
    expect(whatToFix(reason, type)).toEqual({ step, sides, isPhoto: step === 2 });
  });

  test.each([
    ["The photo of your passport is too dark to read.", 2, true],
    ["We could not read the scan on our side. Send it again as it is.", 2, true],
    ["The back of your licence has glare on it.", 2, true],
    ["Show all four corners.", 2, false],
    ["The postcode is another town's", 1, false],
    ["Your date of birth is not the one in your passport.", 0, false],
    ["The document number is not the one in your passport.", 2, false],
    ["Your passport is not one we take.", 2, false],
    ["The name is not the one in the photo.", 2, true],
    ["Please contact us.", 3, false],
    ["", 3, false],
  ])("'%s' insists on no photo, opens step %i, with the photos first: %j", (reason, step, isPhoto) => {
    expect(whatToFix(reason, "driver_licence")).toEqual({ step, sides: [], isPhoto });
  });
});
