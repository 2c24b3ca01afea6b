import { SEND_BACK_PRESETS } from "@wattle/contracts/identity-checks";
import { needsBack, type DocumentSide } from "@wattle/contracts/identity-rules";
import { ADDRESS_STEP, DOCUMENT_STEP, LAST_STEP } from "./identity-steps.ts";

/** Place of a correction in the form. */
interface Fix {
  readonly step: number;
  /** The photos of which one has to be replaced; none if that is not certain. */
  readonly sides: readonly DocumentSide[];
  /** Whether a photo is what has to be changed, even if it is not certain which. */
  readonly isPhoto: boolean;
}

const [BLURRED, CUT_OFF, EXPIRED] = SEND_BACK_PRESETS;

const PHOTO_WORDS = /\b(?:photos?|pictures?|images?|scans?|selfie|blur\w*|dark|glare|cut off|expired)\b/i;

/** Message about answers or photos, and its step. The first that is met counts. */
const STEP_WORDS: readonly (readonly [RegExp, number])[] = [
  [PHOTO_WORDS, DOCUMENT_STEP],
  [/\b(?:issuing|document number|passport number|licen[cs]e number)\b/i, DOCUMENT_STEP],
  [/\b(?:names?|birth|born)\b/i, 0],
  [/\b(?:address|street|city|town|suburb|state|postcode|country|live)\b/i, ADDRESS_STEP],
  [/\b(?:face|front|back|corners?|document|passport|licen[cs]e|card|id)\b/i, DOCUMENT_STEP],
];

/** Only by the presets: what staff write themselves may ask for something else. */
function wrongSides(reason: string, type: string | undefined): readonly DocumentSide[] {
  const ofId: readonly DocumentSide[] = needsBack(type) ? ["front", "back"] : ["front"];
  if (reason === BLURRED) return [...ofId, "selfie"];
  return reason === CUT_OFF || reason === EXPIRED ? ofId : [];
}

/**
 * Likeliest places for staff's message, and certain ones for their presets.
 * @param type the kind of document, as far as it was answered
 */
export const whatToFix = (reason: string, type: string | undefined): Fix => ({
  step: STEP_WORDS.find(([words]) => words.test(reason))?.[1] ?? LAST_STEP,
  sides: wrongSides(reason, type),
  isPhoto: PHOTO_WORDS.test(reason),
});
