import type { tokensInput, UnknownToken } from "@wattle/contracts/coin-operations";
import { pieceOf } from "@wattle/contracts/cursor";
import type { Network } from "@wattle/contracts/networks";
import { listTokens, type OwnedToken } from "@wattle/db/chain-tokens";
import type { z } from "zod";
import { heightOf } from "../../chains/followed.ts";
import { FACTS } from "../../coins/coin-network.ts";
import type { Services } from "../../services.ts";

function tokenOf(
  services: Pick<Services, "config">,
  { customer, created_at, script: _script, log_index: _index, ...row }: OwnedToken,
): UnknownToken {
  const network = row.network as Network;
  return {
    ...row,
    network,
    contract: FACTS[network].readTarget(services, row.contract).address,
    height: heightOf(row.height),
    customer: customer
      ? { id: customer.id, email: customer.email, name: `${customer.first_name} ${customer.last_name}` }
      : null,
    seen_at: new Date(Number(created_at)).toISOString(),
  };
}

/** Unknown tokens at our addresses, newest first. */
export async function readTokens(
  services: Pick<Services, "config" | "database">,
  { after, limit }: z.output<typeof tokensInput>,
): Promise<{ data: UnknownToken[]; next: string | null }> {
  const rows = await listTokens(services.database.standby, { after, limit: limit + 1 });
  const { piece, next } = pieceOf(rows, limit);
  return { data: piece.map((row) => tokenOf(services, row)), next };
}
