import { coinNetworks } from "@wattle/contracts/coin-operations";
import { router, staff } from "../../procedures.ts";
import { reviewed } from "../approvals/reviewed-act.ts";
import { listNetworks } from "./networks.ts";
import { challengeReserves, publishReserves } from "./reserves.ts";
import { addWallet, takeTreasuryAddress } from "./wallets.ts";

export const walletsDeskRouter = router({
  list: staff("finance")
    .output(coinNetworks)
    .query(({ ctx }) => listNetworks(ctx.services)),
  add: reviewed(addWallet),
  address: takeTreasuryAddress,
});

export const reservesDeskRouter = router({ challenge: challengeReserves, publish: publishReserves });
