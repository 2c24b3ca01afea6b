import type { Network } from "@wattle/contracts/networks";
import { changeChainState, findChainState } from "@wattle/db/chains";
import type { WriteTx } from "@wattle/db/database";
import { recordAct } from "../audit/record-act.ts";
import { tellOperator } from "../events/tell-operator.ts";
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
  await tellNetworkPaused(tx, services, network);
}

/** Tells the operator's programs that a network has paused itself. */
export const tellNetworkPaused = (
  tx: WriteTx,
  services: Pick<Services, "clock" | "ids">,
  network: Network,
): Promise<void> =>
  tellOperator(tx, services, {
    type: "pause.started",
    data: { what: `network:${network}`, by: "system" },
  });
