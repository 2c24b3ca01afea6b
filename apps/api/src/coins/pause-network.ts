import type { Network } from "@wattle/contracts/networks";
import { changeChainState, findChainState } from "@wattle/db/chains";
import type { WriteTx } from "@wattle/db/database";
import { recordAct } from "../audit/record-act.ts";
import type { Services } from "../services.ts";
import { SYSTEM } from "../switches/switches.ts";

/** Has a network pause itself, until two people resume it. A pause that lasts keeps its reason. */
export async function pauseNetwork(
  tx: WriteTx,
  services: Pick<Services, "clock" | "ids">,
  network: Network,
  reason: string,
): Promise<void> {
  const state = await findChainState(tx, network);
  if (state === undefined || state.paused_because !== null) return;
  await changeChainState(tx, network, { paused_because: reason });
  await recordAct(
    tx,
    services,
    { id: SYSTEM },
    {
      action: "network.paused",
      subject: network,
      details: { reason },
    },
  );
}
