/** The proof of liabilities: what is published for everyone, and what one customer gets of it. */
import { z } from "zod";
import { id, time } from "./ids.ts";

/** Smallest units, as a whole number in text. */
const units = z
  .string()
  .regex(/^(0|[1-9]\d*)$/)
  .meta({ examples: ["1000000"] });
const hash = z
  .string()
  .regex(/^[\da-f]{64}$/)
  .meta({ description: "SHA-256, lower-case hex" });

/** `leaves` is how many the tree has, those that fill it up to a power of two among them. */
const liabilityTree = z.object({
  currency: z.string(),
  root: hash,
  total: units,
  leaves: z.int().nonnegative(),
});
export type LiabilityTree = z.infer<typeof liabilityTree>;

/** `signature` is a compact JWS (EdDSA) by a key of `/.well-known/jwks.json`; its payload is the document without it. */
export const liabilitiesDocument = z
  .object({ id, created_at: time, trees: z.array(liabilityTree), signature: z.string() })
  .meta({ id: "Liabilities" });
export type LiabilitiesDocument = z.infer<typeof liabilitiesDocument>;

/** A step to the root: on which side the other node is, its hash and its sum. */
const pathStep = z.object({ side: z.enum(["left", "right"]), hash, sum: units });
export type PathStep = z.infer<typeof pathStep>;

/** `nonce` is 16 bytes in lower-case hex; `path` goes from the leaf to the root. */
const ownLeaf = z.object({
  amount: units,
  nonce: z.string().regex(/^[\da-f]{32}$/),
  path: z.array(pathStep),
});
export type OwnLeaf = z.infer<typeof ownLeaf>;

/** A currency's amount for one customer in a publication; the leaves' amounts add up to `amount`. */
const ownLiability = z.object({
  currency: z.string(),
  amount: units,
  leaves: z.array(ownLeaf),
  root: hash,
  total: units,
  publication: id,
});
export type OwnLiability = z.infer<typeof ownLiability>;

/** By currency; empty before the first publication, and if there was nothing to count. */
export const ownLiabilities = z.array(ownLiability);
