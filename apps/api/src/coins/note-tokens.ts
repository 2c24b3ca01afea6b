/** Unknown tokens that were sent to addresses of ours: listed for staff, and credited to no one. */
import { addTokens, listTokenBlocks } from "@wattle/db/chain-tokens";
import { findChainState, watchedAmong } from "@wattle/db/chains";
import type { Network } from "@wattle/contracts/networks";
import type { Services } from "../services.ts";

/** Blocks that one look asks for. */
const MOST_BLOCKS = 20;
/** Tokens of a block that are listed. Spam fills no more of the list. */
const MOST_TOKENS = 200;

/**
 * Looks for tokens in settled blocks, some blocks at a time. It is apart from following: a node without logs holds no coins up.
 * @returns whether there are more blocks to look at
 * @throws ChainNodeError
 */
export async function noteTokens(
  services: Pick<Services, "clock" | "database" | "ids" | "networks">,
  network: Network,
): Promise<boolean> {
  const { clock, database, ids } = services;
  const tokensOf = services.networks[network]?.tokens;
  const state = await findChainState(database.read, network);
  if (tokensOf === undefined || state === undefined) return false;
  let after = state.tokens_height;
  const range = { after, until: state.settled_height, most: MOST_BLOCKS };
  const blocks = await listTokenBlocks(database.read, network, range);
  for (const block of blocks) {
    const found = await tokensOf(block.hash);
    const recipients = found.map(({ to }) => to);
    const ours = await watchedAmong(database, network, recipients);
    const rows = found
      .filter(({ to }) => ours.has(to))
      .slice(0, MOST_TOKENS)
      .map(({ txid, index, contract, to, amount }) => ({
        id: ids.uuid(),
        network,
        txid,
        log_index: BigInt(index),
        contract,
        script: to,
        amount: String(amount),
        height: block.height,
        created_at: BigInt(clock.now()),
      }));
    const before = after;
    await database.write((tx) => addTokens(tx, block, before, rows));
    after = block.height;
  }
  return blocks.length === MOST_BLOCKS;
}
