/** The proof of reserves: what the house holds of each coin, next to what it owes. */
import { z } from "zod";
import { id, time } from "./ids.ts";
import { amountOutput } from "./money.ts";
import { NETWORKS } from "./networks.ts";

const LONGEST_FILE = 20_000_000;

const network = z.enum(NETWORKS);

const output = z
  .object({ txid: z.string(), output: z.int().nonnegative(), amount: amountOutput })
  .meta({ id: "ReserveOutput" });

/**
 * `proof` is a signature over `Wattle reserves <id> <liabilities> <hash>` by the address's key: BIP-322 as base64, or EIP-191 as hex on
 * Ethereum, which has no outputs.
 */
const item = z
  .object({ address: z.string(), amount: amountOutput, outputs: z.array(output), proof: z.string() })
  .meta({ id: "ReserveItem" });

/**
 * `total` is the sum of the treasury's items, each of which is rounded down to 8 decimals; `cover` is it divided by `owed`, rounded down,
 * and null if nothing is owed.
 */
const held = z
  .object({
    currency: z.string(),
    total: amountOutput,
    owed: amountOutput,
    cover: z
      .string()
      .regex(/^\d+\.\d{4}$/)
      .nullable()
      .meta({ examples: ["1.0250"] }),
    items: z.array(item),
  })
  .meta({ id: "ReserveCurrency" });

/** Held at a settled block. A coin of which the treasury has nothing has no items. */
const reserveNetwork = z
  .object({ network, height: z.int().nonnegative(), hash: z.string(), currencies: z.array(held) })
  .meta({ id: "ReserveNetwork" });
export type ReserveNetwork = z.infer<typeof reserveNetwork>;

/**
 * `liabilities` is the id of the proof of liabilities that it stands next to. Once a day the server looks which outputs were `spent` since,
 * and which addresses of Ethereum have a `lower` balance than was proven, and signs again. `checks` has each network's last look: while its
 * nodes do not answer, or have no recent block, it stays as it was. `signature` is a compact JWS (EdDSA) by a key of
 * `/.well-known/jwks.json`; its payload is the document without it.
 */
export const reservesDocument = z
  .object({
    id,
    liabilities: id,
    created_at: time,
    networks: z.array(reserveNetwork),
    checks: z.array(
      z.object({ network, height: z.int().nonnegative(), checked_at: time }).meta({ id: "ReserveCheck" }),
    ),
    spent: z.array(
      z.object({ network, txid: z.string(), output: z.int().nonnegative() }).meta({ id: "SpentReserve" }),
    ),
    lower: z.array(
      z.object({ network, address: z.string(), amount: amountOutput }).meta({ id: "LowerReserve" }),
    ),
    signature: z.string(),
  })
  .meta({ id: "Reserves" });
export type ReservesDocument = z.infer<typeof reservesDocument>;

export const reservesChallengeInput = z.object({}).optional();

/** A file for the signer's `prove`, as base64. */
export const reservesChallenge = z.object({ filename: z.string(), content: z.string() });

/** The file that the signer wrote, as base64. */
export const publishReservesInput = z.object({
  content: z.string("Choose a file").min(1, "Choose a file").max(LONGEST_FILE, "The file is too large"),
});

/** The signer's answer to a challenge. */
export const reserveProofs = z.object({
  message: z.string(),
  proofs: z.array(z.object({ network, address: z.string(), proof: z.string() })),
});

/** The message that the keys of a network's addresses sign. */
export const reservesMessage = (
  { id: proof, liabilities }: Pick<ReservesDocument, "id" | "liabilities">,
  { hash }: Pick<ReserveNetwork, "hash">,
): string => `Wattle reserves ${proof} ${liabilities} ${hash}`;
