import type { OwnCoinsInput } from "@wattle/contracts/coin-operations";
import type { WriteTx } from "@wattle/db/database";
import { houseAccount } from "@wattle/db/ledger/accounts";
import { postEntry, reversePostings, type Posting } from "@wattle/db/ledger/post-entry";
import type { CoinArrival, HousePurpose } from "@wattle/db/tables";
import type { Operator } from "../audit/record-act.ts";
import type { Services } from "../services.ts";

/** Accounts that coins of the operator's own come from. */
const ACCOUNTS = {
  inventory: "inventory",
  venue: "venue",
  card_provider: "onramp",
} as const satisfies Record<OwnCoinsInput["from"], HousePurpose>;

const isOrigin = (reason: string | null): reason is OwnCoinsInput["from"] =>
  Object.hasOwn(ACCOUNTS, reason ?? "");

/** Moves an arrival between what is not known whose, and the account that it came from. `reason` says which that is. */
export async function moveOwnCoins(
  tx: WriteTx,
  { clock, ids }: Pick<Services, "clock" | "ids">,
  { currency, amount, txid, output, reason }: CoinArrival,
  { by, back = false }: { readonly by: Operator; readonly back?: boolean },
): Promise<void> {
  const purpose = ACCOUNTS[isOrigin(reason) ? reason : "inventory"];
  const posting: Posting = {
    source: houseAccount("suspense", currency),
    destination: houseAccount(purpose, currency),
    currency,
    amount,
  };
  await postEntry(tx, {
    id: ids.uuid(),
    kind: "own_money",
    description: `${back ? "Undone: own coins" : "Own coins"} ${txid}:${output}`,
    createdBy: by.id,
    approvedBy: by.approvedBy,
    createdAt: BigInt(clock.now()),
    postings: back ? reversePostings([posting]) : [posting],
  });
}
