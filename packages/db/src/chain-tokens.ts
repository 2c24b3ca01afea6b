/** Tokens that contracts say were sent to scripts of ours. */
import type { AnyReader, Reader, WriteTx } from "./handles/handles.ts";
import { rowsAfter, type Place } from "./pages.ts";
import type { ChainBlock, ChainToken, User } from "./tables.ts";

/** Settled blocks in which no one has looked for tokens yet, lowest first. */
export const listTokenBlocks = (
  reader: Reader,
  network: string,
  { after, until, most }: { readonly after: bigint; readonly until: bigint; readonly most: number },
): Promise<ChainBlock[]> =>
  reader
    .selectFrom("chain_blocks")
    .selectAll()
    .where("network", "=", network)
    .where("height", ">", after)
    .where("height", "<=", until)
    .orderBy("height")
    .limit(BigInt(most))
    .execute();

/**
 * Adds the tokens of the next block.
 * @param after height up to which tokens were looked for before. Nothing is written if it is another one now.
 */
export async function addTokens(
  tx: WriteTx,
  { network, height, hash }: Pick<ChainBlock, "network" | "height" | "hash">,
  after: bigint,
  tokens: readonly ChainToken[],
): Promise<void> {
  const turn = await tx
    .updateTable("chain_states")
    .set({ tokens_height: height })
    .where("network", "=", network)
    .where("tokens_height", "=", after)
    .where((row) =>
      row.exists(
        row
          .selectFrom("chain_blocks")
          .select("chain_blocks.hash")
          .where("chain_blocks.network", "=", network)
          .where("chain_blocks.hash", "=", hash),
      ),
    )
    .returning("network")
    .executeTakeFirst();
  if (turn === undefined || tokens.length === 0) return;
  await tx.insertInto("chain_tokens").values(tokens).execute();
}

/** Takes all tokens above a height back. */
export async function undoTokens(tx: WriteTx, network: string, height: bigint): Promise<void> {
  await tx.deleteFrom("chain_tokens").where("network", "=", network).where("height", ">", height).execute();
  await tx
    .updateTable("chain_states")
    .set({ tokens_height: height })
    .where("network", "=", network)
    .where("tokens_height", ">", height)
    .execute();
}

/** Tokens as staff see them, with the customer whose address got them. */
export interface OwnedToken extends ChainToken {
  readonly address: string;
  readonly customer: Pick<User, "id" | "email" | "first_name" | "last_name"> | undefined;
}

/** Tokens after a place in the list, newest first. */
export async function listTokens(
  reader: AnyReader,
  { after, limit }: { readonly after: Place | undefined; readonly limit: number },
): Promise<OwnedToken[]> {
  const rows = await rowsAfter(
    reader
      .selectFrom("chain_tokens")
      .innerJoin("coin_addresses", (join) =>
        join
          .onRef("coin_addresses.network", "=", "chain_tokens.network")
          .onRef("coin_addresses.script", "=", "chain_tokens.script"),
      )
      .selectAll("chain_tokens")
      .select(["coin_addresses.address", "coin_addresses.user_id"]),
    "chain_tokens",
    after,
  )
    .orderBy("chain_tokens.created_at", "desc")
    .orderBy("chain_tokens.id", "desc")
    .limit(BigInt(limit))
    .execute();
  const owners = await reader
    .selectFrom("users")
    .select(["id", "email", "first_name", "last_name"])
    .where("id", "in", ["", ...rows.flatMap(({ user_id }) => user_id ?? [])])
    .execute();
  const byId = new Map(owners.map((owner) => [owner.id, owner]));
  return rows.map(({ user_id, ...row }) => ({ ...row, customer: byId.get(user_id ?? "") }));
}
