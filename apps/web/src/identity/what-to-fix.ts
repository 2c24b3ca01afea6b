import { needsBack, type DocumentSide } from "@wattle/contracts/identity-rules";
import { DOCUMENT_STEP, LAST_STEP } from "./identity-steps.ts";

/** Where in the form something has to be changed. */
interface Fix {
  readonly step: number;
  /** The photos of which one has to be replaced; none where an answer has to be changed. */
  readonly sides: readonly DocumentSide[];
}

const PHOTO = /\b(?:photos?|pictures?|images?|scans?|selfie|blur\w*|dark|glare|cut off|corners?|expired)\b/i;
const SELFIE = /\b(?:selfie|face)\b/i;
const BACK = /\bback\b/i;
const ID = /\b(?:front|document|passport|licen[cs]e|card|id|cut off|corners?|expired)\b/i;

/** What is said of answers, and their step. The first that is met counts. */
const ANSWERS: readonly (readonly [RegExp, number])[] = [
  [/\b(?:issuing|document number|passport number|licen[cs]e number)\b/i, DOCUMENT_STEP],
  [/\b(?:names?|birth|born)\b/i, 0],
  [/\b(?:address|street|city|town|suburb|state|postcode|country|live)\b/i, 1],
];

function wrongSides(reason: string, type: string | undefined): readonly DocumentSide[] {
  const ofId: readonly DocumentSide[] = needsBack(type) ? ["front", "back"] : ["front"];
  if (SELFIE.test(reason)) return ["selfie"];
  if (BACK.test(reason) && ofId.includes("back")) return ["back"];
  return ID.test(reason) ? ofId : [...ofId, "selfie"];
}

/**
 * Where what staff wrote is put right, by the words they use: one of their presets, or their own.
 * @param type the kind of document, as far as it was answered
 */
export function whatToFix(reason: string, type: string | undefined): Fix {
  const answer = ANSWERS.find(([words]) => words.test(reason))?.[1];
  // Where it may be an answer no photo is asked for again: it may be a good one.
  if (PHOTO.test(reason))
    return { step: DOCUMENT_STEP, sides: answer === undefined ? wrongSides(reason, type) : [] };
  return { step: answer ?? (ID.test(reason) ? DOCUMENT_STEP : LAST_STEP), sides: [] };
}
