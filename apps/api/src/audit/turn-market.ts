import type { PairSwitch, SideSwitch, SwitchName } from "@wattle/contracts/switches";
import { turnSwitch } from "@wattle/db/switches";
import { tellOperator } from "../events/tell-operator.ts";
import type { Services } from "../services.ts";
import { SYSTEM } from "../switches/switches.ts";
import { recordAct } from "./record-act.ts";

/** Pauses a market, one side of a coin, or all of something, in the system's name, or lets it go on; nothing if it is so already, or where staff have paused it. */
export async function turnMarket(
  services: Pick<Services, "database" | "clock" | "ids" | "switches">,
  what: SwitchName | PairSwitch | SideSwitch,
  { paused, reason }: { readonly paused: boolean; readonly reason: string },
): Promise<void> {
  const row = {
    what,
    paused: paused ? 1n : 0n,
    message: null,
    reason: paused ? reason : null,
    set_by: SYSTEM,
    set_at: BigInt(services.clock.now()),
  };
  await services.database.write(async (tx) => {
    if (!(await turnSwitch(tx, row))) return;
    await recordAct(
      tx,
      services,
      { id: SYSTEM },
      {
        action: "switch.set",
        subject: what,
        details: { paused, reason },
      },
    );
    if (paused) await tellOperator(tx, services, { type: "pause.started", data: { what, by: "system" } });
  });
  services.switches.forget();
}
