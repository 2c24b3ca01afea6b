// The checksum of output descriptors (BIP-380).

const CHARACTERS =
  "0123456789()[],'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#\"\\ ";
const CHECKSUM_CHARACTERS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const GENERATOR = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn];

function polymod(symbols: readonly number[]): bigint {
  let sum = 1n;
  for (const symbol of symbols) {
    const top = sum >> 35n;
    sum = ((sum & 0x7ffffffffn) << 5n) ^ BigInt(symbol);
    for (const [bit, generator] of GENERATOR.entries()) if ((top >> BigInt(bit)) & 1n) sum ^= generator;
  }
  return sum;
}

/** @returns the 8 characters after `#`, or undefined if a character cannot be in a descriptor */
export function descriptorChecksum(descriptor: string): string | undefined {
  const positions = Array.from(descriptor, (character) => CHARACTERS.indexOf(character));
  if (positions.includes(-1)) return undefined;
  const symbols: number[] = [];
  for (let start = 0; start < positions.length; start += 3) {
    const three = positions.slice(start, start + 3);
    // The low 5 bits of each of three characters, and then their high bits as one symbol.
    symbols.push(...three.map((position) => position & 31));
    symbols.push(three.reduce((high, position) => high * 3 + (position >> 5), 0));
  }
  // Characters without a whole group of three put their high bits last as well.
  const sum = polymod([...symbols, 0, 0, 0, 0, 0, 0, 0, 0]) ^ 1n;
  // Its 8 digits to the base of 32.
  const digits = sum.toString(32).padStart(8, "0");
  return digits.replaceAll(/./g, (digit) => CHECKSUM_CHARACTERS.charAt(Number.parseInt(digit, 32)));
}
