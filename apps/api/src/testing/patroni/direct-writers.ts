import { setTimeout as wait } from "node:timers/promises";
import { administer } from "@wattle/db/testing/postgres-server";

/** A node that does not answer is asked again after so long. */
const PATIENCE_MILLISECONDS = 3_000;
const PAUSE_MILLISECONDS = 100;

/**
 * Writes to each node of a cluster all the time, past its proxy, as a program would that still knows an old primary. Two nodes that both
 * say that they have written are a cluster that is split.
 */
export class DirectWriters {
  /** Acknowledged writes, and the node that each is from. */
  readonly #acknowledged = new Map<string, number>();
  readonly #writing: Promise<unknown>;
  #isOver = false;

  /** @param urls of the nodes. The table must be there: see `open` */
  private constructor(urls: readonly string[]) {
    this.#writing = Promise.all(urls.map((url, node) => this.#write(url, node)));
  }

  static async open(writer: string, urls: readonly string[]): Promise<DirectWriters> {
    await administer(writer, "create table direct_writes (id text primary key)");
    return new DirectWriters(urls);
  }

  async #write(url: string, node: number): Promise<void> {
    for (let number = 0; !this.#isOver; number += 1) {
      const id = `${node}-${number}`;
      const written = administer(url, `insert into direct_writes (id) values ('${id}')`).then(
        // Also if it comes late.
        () => void this.#acknowledged.set(id, node),
        () => undefined,
      );
      await Promise.race([written, wait(PATIENCE_MILLISECONDS)]);
      await wait(PAUSE_MILLISECONDS);
    }
  }

  /** Ends. @returns how many writes were acknowledged, by how many nodes, and those of them that are gone */
  async end(
    writer: string,
  ): Promise<{ readonly writes: number; readonly nodes: number; readonly lost: readonly string[] }> {
    this.#isOver = true;
    await this.#writing;
    const acknowledged = [...this.#acknowledged.keys()];
    const { rows } = await administer(writer, "select id from direct_writes");
    const kept = new Set(rows.map(({ id }: { id: string }) => id));
    return {
      writes: acknowledged.length,
      nodes: new Set(this.#acknowledged.values()).size,
      lost: acknowledged.filter((id) => !kept.has(id)),
    };
  }
}
