import { findUserByEmail } from "@wattle/db/accounts";
import type { WriteTx } from "@wattle/db/database";
import { newestReserveProof } from "@wattle/db/reserves";
import { FACTS } from "../../coins/coin-network.ts";
import type { ActServices } from "../../desk/approvals/act.ts";
import { reservesDeskRouter } from "../../desk/ledger/wallets.router.ts";
import { publishDaily } from "../../liabilities/publish-liabilities.ts";
import { newestLiabilities } from "../../liabilities/read-liabilities.ts";
import type { Services } from "../../services.ts";
import { proveWithDemoKey } from "../demo-signer.ts";
import { servicesWithin } from "../within.ts";
import { actWithin } from "./act-within.ts";

type ProveServices = ActServices & Pick<Services, "config" | "log">;

/** Asks for a proof, has the demo's keys sign it, and publishes it, as finance does. Nothing if one was asked for before. */
async function proveOnce(tx: WriteTx, services: ProveServices): Promise<void> {
  const fiona = await findUserByEmail(tx, "finance@demo.test");
  if (fiona === undefined || (await newestReserveProof(tx)) !== undefined) return;
  const within = servicesWithin(tx, services);
  const { challenge, publish } = reservesDeskRouter;
  const { content } = await actWithin(tx, within, fiona, { procedure: challenge, input: {} });
  const proofs = proveWithDemoKey(Buffer.from(String(content), "base64"));
  const input = { content: Buffer.from(proofs).toString("base64") };
  await actWithin(tx, within, fiona, { procedure: publish, input });
}

/**
 * Publishes the demo's first proof of reserves, once, next to its first proof of liabilities: the play chains' treasury has what it says,
 * and the keys of its addresses sign it. In a demo that follows a real network it is left to those who have its keys.
 */
export async function proveFirstReserves(services: ProveServices): Promise<void> {
  const { config, database, log } = services;
  const followed = Object.values(FACTS).filter((facts) => facts.isFollowed(services));
  if (!config.DEMO || followed.length === 0 || !followed.every((facts) => facts.isPlay(services))) return;
  try {
    await publishDaily(services);
    // Another process may be about to publish what is owed; then it proves what is held, too.
    if ((await newestLiabilities(services)) !== undefined)
      await database.write((tx) => proveOnce(tx, services));
  } catch (error) {
    // Visitors may have changed the wallets before. A demo starts without a proof as well.
    log.warn({ err: error }, "the demo's reserves could not be proven");
  }
}
