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
    [BLURRED, "passport", 3, ["front", "selfie"]],
    [BLURRED, "driver_licence", 3, ["front", "back", "selfie"]],
    [CUT_OFF, "passport", 3, ["front"]],
    [CUT_OFF, "driver_licence", 3, ["front", "back"]],
    [EXPIRED, "passport", 3, ["front"]],
    [NAME, "passport", 0, []],
  ] as const)("preset '%s' with a %s: step %i, photos %j", (reason, type, step, sides) => {
    expect(whatToFix(reason, type)).toEqual({ step, sides, isPhoto: step === 3 });
  });

  test.each([
    ["The photo of your passport is too dark to read.", 3, true],
    ["We could not read the scan on our side. Send it again as it is.", 3, true],
    ["The back of your licence has glare on it.", 3, true],
    ["Show all four corners.", 3, false],
    ["The postcode is another town's", 2, false],
    ["Your date of birth is not the one in your passport.", 0, false],
    ["The document number is not the one in your passport.", 3, false],
    ["Your passport is not one we take.", 3, false],
    ["The name is not the one in the photo.", 3, true],
    ["Please contact us.", 4, false],
    ["", 4, false],
  ])("'%s' insists on no photo, opens step %i, with the photos first: %j", (reason, step, isPhoto) => {
    expect(whatToFix(reason, "driver_licence")).toEqual({ step, sides: [], isPhoto });
  });
});
