/** The signer does not do what it was asked. The message says why, in a sentence for the person at the machine. */
export class Declined extends Error {
  override readonly name = "Declined";
}
