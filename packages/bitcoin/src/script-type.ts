export type AddressType = "p2pkh" | "p2sh" | "p2wpkh" | "p2wsh" | "p2tr";

const begins = (script: Uint8Array, ...bytes: readonly number[]): boolean =>
  bytes.every((byte, place) => script[place] === byte);
const ends = (script: Uint8Array, ...bytes: readonly number[]): boolean =>
  begins(script.subarray(-bytes.length), ...bytes);

/** The type of address that a script has, or undefined if it has none. */
export function scriptType(script: Uint8Array): AddressType | undefined {
  switch (script.length) {
    case 22:
      return begins(script, 0x00, 20) ? "p2wpkh" : undefined;
    case 23:
      return begins(script, 0xa9, 20) && ends(script, 0x87) ? "p2sh" : undefined;
    case 25:
      return begins(script, 0x76, 0xa9, 20) && ends(script, 0x88, 0xac) ? "p2pkh" : undefined;
    case 34:
      if (begins(script, 0x00, 32)) return "p2wsh";
      return begins(script, 0x51, 32) ? "p2tr" : undefined;
    default:
      return undefined;
  }
}
