import { NODE_BYTES } from "@wattle/contracts/liability-tree";
import { ScratchFile } from "./scratch-file.ts";

/** Nodes of a part, which is put in order in memory: 2.5 MiB. Parts are larger if there would be more than `MOST_PARTS`. */
const PART_NODES = 2 ** 16;
const MOST_PARTS = 512;
/** Nodes of each part that are written at once. */
const WRITTEN_AT_ONCE = 256;
/** Bytes of a node's place in its part. */
const PLACE_BYTES = 4;
const RECORD_BYTES = PLACE_BYTES + NODE_BYTES;
const AT_ONCE_BYTES = WRITTEN_AT_ONCE * RECORD_BYTES;

/**
 * Nodes that come in any order, one for each place, and are read in the order of their places. A file keeps them in parts; memory has one
 * part, and some nodes of each.
 */
export class PlacedNodes {
  readonly #file = new ScratchFile();
  readonly #partNodes: number;
  readonly #parts: number;
  readonly #waiting: Buffer;
  /** How many nodes each part has, those that wait included. */
  readonly #counts: Uint32Array;

  /** @param size how many places there are: a power of two */
  constructor(size: number, partNodes = PART_NODES) {
    this.#partNodes = Math.min(size, Math.max(partNodes, size / MOST_PARTS));
    this.#parts = size / this.#partNodes;
    this.#waiting = Buffer.alloc(this.#parts * AT_ONCE_BYTES);
    this.#counts = new Uint32Array(this.#parts);
  }

  put(place: number, node: Buffer): void {
    const part = Math.floor(place / this.#partNodes);
    const count = this.#counts[part] ?? 0;
    const at = part * AT_ONCE_BYTES + (count % WRITTEN_AT_ONCE) * RECORD_BYTES;
    node.copy(this.#waiting, this.#waiting.writeUInt32BE(place % this.#partNodes, at));
    this.#counts[part] = count + 1;
    if ((count + 1) % WRITTEN_AT_ONCE === 0) this.#write(part, count + 1 - WRITTEN_AT_ONCE, WRITTEN_AT_ONCE);
  }

  #write(part: number, from: number, count: number): void {
    const at = part * AT_ONCE_BYTES;
    const records = this.#waiting.subarray(at, at + count * RECORD_BYTES);
    this.#file.write(records, (part * this.#partNodes + from) * RECORD_BYTES);
  }

  /** All nodes, a part at once. @throws Error if a place has none */
  *inOrder(): Generator<Buffer> {
    const records = Buffer.alloc(this.#partNodes * RECORD_BYTES);
    for (let part = 0; part < this.#parts; part++) {
      const count = this.#counts[part] ?? 0;
      if (count !== this.#partNodes) throw new Error(`part ${part} has ${count} of ${this.#partNodes} nodes`);
      const rest = count % WRITTEN_AT_ONCE;
      this.#write(part, count - rest, rest);
      this.#file.read(records, part * records.length);
      const nodes = Buffer.alloc(this.#partNodes * NODE_BYTES);
      for (let at = 0; at < records.length; at += RECORD_BYTES)
        records.copy(nodes, records.readUInt32BE(at) * NODE_BYTES, at + PLACE_BYTES, at + RECORD_BYTES);
      yield nodes;
    }
  }

  close(): void {
    this.#file.close();
  }
}
