/** Which nonces of an account the payments of a batch have. */

interface Choosing<P> {
  /** Each with the nonce that it must have, if a file that may be signed pays the same with it. */
  readonly payments: readonly P[];
  /** Claimed nonces that are free, lowest first. */
  readonly free: readonly bigint[];
  /** The highest nonce that an open batch owns. */
  readonly highest: bigint | undefined;
  /** The lowest nonce that was never claimed. */
  readonly next: bigint;
  /**
   * Free nonces of files that may be signed. The signer signs no other payment with one of them: it goes to the payment that must have it,
   * and otherwise it is spent in any case.
   */
  readonly taken: readonly bigint[];
}

export interface ChosenNonces<P> {
  /** Each with its nonce. */
  readonly payments: readonly (P & { readonly nonce: bigint })[];
  /** Free nonces that pay no one and must be spent: blocks take the nonces of an account in their order, without a gap. */
  readonly gaps: readonly bigint[];
}

/** Whether a higher nonce waits for one that is free. */
export const hasGap = ({ free, highest }: Pick<Choosing<unknown>, "free" | "highest">): boolean =>
  highest !== undefined && free.some((nonce) => nonce < highest);

/** Payments take free nonces first that no file has, and then new ones. */
export function chooseNonces<P extends { readonly nonce: bigint | undefined }>({
  payments,
  free,
  highest,
  next,
  taken,
}: Choosing<P>): ChosenNonces<P> {
  const bound = new Set(payments.map(({ nonce }) => nonce));
  const left = free.filter((nonce) => !bound.has(nonce));
  const unused = left.filter((nonce) => !taken.includes(nonce));
  let fresh = next;
  const chosen = payments.map((each) => ({ ...each, nonce: each.nonce ?? unused.shift() ?? fresh++ }));
  const spent = [...chosen.map(({ nonce }) => nonce), ...taken, ...(highest === undefined ? [] : [highest])];
  const top = spent.reduce((most, nonce) => (nonce > most ? nonce : most), -1n);
  const used = new Set(chosen.map(({ nonce }) => nonce));
  return {
    payments: chosen,
    gaps: left.filter((nonce) => !used.has(nonce) && nonce <= top),
  };
}
