/** Our own ceiling for a unit of gas, in wei, whatever a node says: 300 gwei, the signer's. */
export const HIGHEST_RATE = 300n * 10n ** 9n;
/** The signer's ceiling for the fee of one transaction, in wei, unless it is told another: 0.05 ether. */
export const HIGHEST_FEE = 5n * 10n ** 16n;
