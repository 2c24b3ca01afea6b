import { bytesToHex } from "@noble/hashes/utils.js";

/** Data of a chain that breaks its rules. The message says which one. */
export class InvalidChainData extends Error {
  override readonly name = "InvalidChainData";
}

/** Reads the numbers of Bitcoin's formats one after the other. A read past the end throws `InvalidChainData`. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get offset(): number {
    return this.#offset;
  }

  get left(): number {
    return this.#bytes.length - this.#offset;
  }

  /** Moves on. @returns the offset before */
  skip(length: number): number {
    if (length > this.left) throw new InvalidChainData("the data end too early");
    const before = this.#offset;
    this.#offset += length;
    return before;
  }

  byte(): number {
    return this.#view.getUint8(this.skip(1));
  }

  /** The next byte, without moving on. */
  peek(): number {
    if (this.left === 0) throw new InvalidChainData("the data end too early");
    return this.#view.getUint8(this.#offset);
  }

  uint32(): number {
    return this.#view.getUint32(this.skip(4), true);
  }

  /** A signed 64-bit number. */
  int64(): bigint {
    return this.#view.getBigInt64(this.skip(8), true);
  }

  /** A number of things or bytes that follow. It must be written in its shortest form. */
  count(): number {
    const first = this.byte();
    if (first < 0xfd) return first;
    const [value, least] =
      first === 0xfd
        ? [this.#view.getUint16(this.skip(2), true), 0xfd]
        : [this.uint32(), first === 0xfe ? 0x1_00_00 : Infinity];
    if (value < least) throw new InvalidChainData("a count is not in its shortest form, or too large");
    return value;
  }

  bytes(length: number): Uint8Array {
    const start = this.skip(length);
    return this.#bytes.subarray(start, start + length);
  }

  /** Bytes that were read already. */
  since(start: number, end = this.#offset): Uint8Array {
    return this.#bytes.subarray(start, end);
  }

  hex(length: number): string {
    return bytesToHex(this.bytes(length));
  }

  /** A hash, as people write it. */
  hash(): string {
    return hashText(this.bytes(32));
  }
}

/** A hash as people write it: its bytes from the last to the first. */
export const hashText = (bytes: Uint8Array): string => bytesToHex(bytes.toReversed());
