import { HARDENED_OFFSET } from "@scure/bip32";
import { Refused } from "./refused.ts";

/** From which master key an account's key comes, and by which steps (BIP-380). */
export interface KeyOrigin {
  readonly fingerprint: number;
  readonly path: readonly number[];
}

const ORIGIN = /^([0-9a-f]{8})((?:\/\d+['h]?)*)$/i;

/** A fingerprint as descriptors write it. */
export const fingerprintText = (fingerprint: number): string => fingerprint.toString(16).padStart(8, "0");

/** Reads an origin like `73c5da0a/84h/0h/0h`. @throws Refused */
export function readOrigin(text: string | undefined): KeyOrigin {
  const [, fingerprint, steps] = ORIGIN.exec(text ?? "") ?? [];
  if (fingerprint === undefined || steps === undefined) throw new Refused("descriptor_origin");
  const path = steps
    .split("/")
    .slice(1)
    .map((step) => Number.parseInt(step, 10) + (/\d$/.test(step) ? 0 : HARDENED_OFFSET));
  return { fingerprint: Number.parseInt(fingerprint, 16), path };
}

export function writeOrigin({ fingerprint, path }: KeyOrigin): string {
  const steps = path.map((step) => (step >= HARDENED_OFFSET ? `${step - HARDENED_OFFSET}h` : `${step}`));
  return [fingerprintText(fingerprint), ...steps].join("/");
}
