/** Each reason to refuse what people or files bring, with a sentence for them. */
const REASONS = {
  // Descriptors
  descriptor_form: "This is not a descriptor like wpkh([fingerprint/84h/0h/0h]xpub…/0/*)#checksum.",
  descriptor_private: "This descriptor has a private key in it. Move the coins of its seed.",
  descriptor_checksum_missing: "The descriptor has no checksum. Export it again, with #checksum.",
  descriptor_checksum: "The descriptor's checksum is wrong: a character was changed or lost.",
  descriptor_script: "Only wpkh(…) is possible: addresses of native SegWit with one key.",
  descriptor_origin: "The descriptor does not say the fingerprint and path of its key.",
  descriptor_path: "The key's path is not 84h/coin/account.",
  descriptor_branch: "The descriptor must end in /0/* or /<0;1>/*.",
  descriptor_key: "The descriptor's extended key is damaged.",
  descriptor_key_type: "Only xpub and tpub are possible: not zpub, vpub or other prefixes.",
  descriptor_key_path: "The extended key is not the one of its path.",
  descriptor_network: "The descriptor is for another network.",
  // Addresses
  address_form: "This is not a Bitcoin address.",
  address_checksum: "The address is wrong: a character was changed or lost.",
  address_mixed_case: "The address mixes capitals and small letters.",
  address_network: "This address is for another network.",
  address_witness_version: "Addresses of this kind are not in use yet.",
  uri_form: "This link can't be read as a payment request.",
  uri_amount: "The link's amount can't be read.",
  uri_required: "The link asks for something that we don't know.",
  // Payments
  payment_dust: "A payment is too small: nodes do not pass it on.",
  coins_short: "The free coins do not cover the payments and the fee.",
  coins_scattered: "The payments need more inputs than a transaction should have. Consolidate first.",
  fee_rate_low: "The fee rate is below 1 sat/vB.",
  fee_rate_high: "The fee rate is above our ceiling of 200 sat/vB.",
  // Files
  file_form: "This is not a payment file (PSBT).",
  file_damaged: "The payment file is damaged or cut short.",
  previous_missing: "An input has no previous transaction, so its amount is not proven.",
  previous_wrong: "An input's amount or script is not that of its previous transaction.",
  sighash: "An input asks for a signature that does not cover the whole transaction.",
  other_batch: "The file is of another batch.",
  inputs_changed: "The file spends other inputs than the released one.",
  outputs_changed: "The file pays other outputs than the released one.",
  transaction_changed: "The file's transaction is not the released one.",
  unsigned: "The file is not signed.",
  partly_signed: "Not all inputs of the file are signed.",
  signature_wrong: "A signature in the file is wrong.",
  // Ethereum
  ether_address_form: "This is not an Ethereum address.",
  ether_address_unowned: "Coins at this address would be lost: it has no key.",
  ether_descriptor_form: "This is not a wallet like [fingerprint/44h/60h/0h]xpub…/0/*.",
  ether_descriptor_path: "The key's path is not 44h/60h/account.",
  ether_descriptor_branch: "The wallet must end in /0/*.",
  transfer_form: "This is not a signed transfer of ether (EIP-1559).",
  transfer_data: "The transaction does more than pay ether to an address.",
  batch_form: "This is not a batch of transfers of ether.",
  batch_version: "The batch is of another version of the program.",
} as const;

export type Reason = keyof typeof REASONS;

/** A refusal of what people or files bring: `reason` for programs, the message for people. */
export class Refused extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, detail?: string) {
    super(detail ? `${REASONS[reason]} ${detail}` : REASONS[reason]);
    this.name = "Refused";
    this.reason = reason;
  }
}
