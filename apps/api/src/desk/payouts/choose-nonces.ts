/** Which nonces of an account the payments of a batch have. */

interface Choosing {
  /** For each payment the nonce that it must have, since a file that may be signed pays the same with it. */
  readonly payments: readonly (bigint | undefined)[];
  /** Claimed nonces that are free, lowest first. */
  readonly free: readonly bigint[];
  /** The highest nonce that an open batch owns. */
  readonly highest: bigint | undefined;
  /** The lowest nonce that was never claimed. */
  readonly next: bigint;
  /** Free nonces that must be spent in any case. */
  readonly spend?: readonly bigint[];
}

interface ChosenNonces {
  /** For each payment. */
  readonly payments: readonly bigint[];
  /** Free nonces that pay no one and must be spent: blocks take the nonces of an account in their order, without a gap. */
  readonly gaps: readonly bigint[];
}

/** Whether a higher nonce waits for one that is free. */
export const hasGap = ({ free, highest }: Pick<Choosing, "free" | "highest">): boolean =>
  highest !== undefined && free.some((nonce) => nonce < highest);

/** Payments take free nonces first, and then new ones. */
export function chooseNonces({ payments, free, highest, next, spend = [] }: Choosing): ChosenNonces {
  const bound = new Set(payments);
  const left = free.filter((nonce) => !bound.has(nonce));
  let fresh = next;
  const chosen = payments.map((nonce) => nonce ?? left.shift() ?? fresh++);
  const top = [...chosen, ...(highest === undefined ? [] : [highest])].reduce(
    (most, nonce) => (nonce > most ? nonce : most),
    -1n,
  );
  return { payments: chosen, gaps: left.filter((nonce) => nonce < top || spend.includes(nonce)) };
}
