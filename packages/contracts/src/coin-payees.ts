import { z } from "zod";
import { BESIDE_OTHER_ISSUES } from "./field-schemas.ts";
import { id, time } from "./ids.ts";
import { currencyCode } from "./money.ts";
import { NETWORKS } from "./networks.ts";
import { isPlainLine, isWithin } from "./plain-text.ts";
import { LINE, TOKEN_TEXT } from "./portable-patterns.ts";

/** Most payees of a customer. */
export const MOST_COIN_PAYEES = 50;

/** A link of a QR code may have a label and a message after the address. */
const LONGEST_ADDRESS = 500;
const LONGEST_LABEL = 60;
const LONGEST_NAME = 140;
const LONGEST_SIGNATURE = 2000;

/** Owner of a wallet, and keeper of its keys: the owner, or a provider. */
const WALLET_OWNERS = ["mine", "other"] as const;
const WALLET_KINDS = ["self_hosted", "provider"] as const;

/** @param name as it begins a sentence */
const line = (name: string, longest: number, pattern = LINE) =>
  z
    .string({ error: `${name} is a required field` })
    .trim()
    .min(1, `${name} is a required field`)
    .refine((text) => isWithin(text, longest) && isPlainLine(text), `${name} is not valid.`)
    .meta({ maxLength: longest, pattern });

/** The travel rule's questions about a wallet of someone else's, or at a provider. */
export const walletOwner = {
  whose: z.enum(WALLET_OWNERS, { error: "Say whose wallet it is" }),
  holder_name: line("Holder name", LONGEST_NAME).nullish(),
  wallet: z.enum(WALLET_KINDS, { error: "Say what kind of wallet it is" }),
  provider_name: line("Provider name", LONGEST_NAME).nullish(),
};

export interface WalletOwnerInput {
  readonly whose: CoinPayeeCopy["whose"];
  readonly holder_name?: string | null | undefined;
  readonly wallet: CoinPayeeCopy["wallet"];
  readonly provider_name?: string | null | undefined;
}

export function checkOwner(
  { whose, holder_name, wallet, provider_name }: WalletOwnerInput,
  context: z.RefinementCtx,
): void {
  const refuse = (path: string, message: string): void =>
    context.addIssue({ code: "custom", path: [path], message });
  if (whose === "other" && holder_name == null) refuse("holder_name", "Holder name is a required field");
  if (wallet === "provider" && provider_name == null)
    refuse("provider_name", "Provider name is a required field");
}

/** Without the answers that the others make needless. */
export const walletOwnerOf = ({
  whose,
  holder_name,
  wallet,
  provider_name,
}: WalletOwnerInput): WalletOwner => ({
  whose,
  holder_name: whose === "other" ? (holder_name ?? null) : null,
  wallet,
  provider_name: wallet === "provider" ? (provider_name ?? null) : null,
});

/** A wallet to send coins to, with what the travel rule asks about it. */
export const coinPayeeInput = z
  .object({
    currency: currencyCode,
    address: line("Address", LONGEST_ADDRESS, TOKEN_TEXT),
    label: line("Label", LONGEST_LABEL),
    ...walletOwner,
  })
  .superRefine(checkOwner, BESIDE_OTHER_ISSUES);
export type CoinPayeeInput = z.output<typeof coinPayeeInput>;

/** A wallet that a withdrawal went to, as it was then. */
export const coinPayeeCopy = z.object({
  currency: z.string(),
  network: z.enum(NETWORKS),
  address: z.string(),
  label: z.string(),
  whose: z.enum(WALLET_OWNERS),
  holder_name: z.string().nullable(),
  wallet: z.enum(WALLET_KINDS),
  provider_name: z.string().nullable(),
});
export type CoinPayeeCopy = z.infer<typeof coinPayeeCopy>;
export type WalletOwner = Pick<CoinPayeeCopy, "whose" | "holder_name" | "wallet" | "provider_name">;

export const coinPayee = coinPayeeCopy
  .extend({
    id,
    /** No withdrawal goes there before. */
    available_at: time,
    /** The text to sign, so that the wait ends at once; null for a wallet at a provider. */
    proof_message: z.string().nullable(),
  })
  .meta({ id: "CoinPayee" });
export type CoinPayee = z.infer<typeof coinPayee>;

/** The payee's proof message, signed with the key of its address. */
export const coinPayeeProof = z.object({ id, signature: line("Signature", LONGEST_SIGNATURE, TOKEN_TEXT) });

/** Says who sent coins that arrived, by the arrival's identifier. */
export const coinSenderInput = z.object({ id, ...walletOwner }).superRefine(checkOwner, BESIDE_OTHER_ISSUES);
export type CoinSenderInput = z.output<typeof coinSenderInput>;

/** Arrivals whose sender the customer has not named. */
export const unnamedCoins = z.object({ ids: z.array(id) });
