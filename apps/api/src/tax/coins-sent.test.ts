import type { PortfolioOverview } from "@wattle/contracts/portfolio";
import type { CoinPayee } from "@wattle/contracts/coin-payees";
import type { TaxReportAnswer } from "@wattle/contracts/tax";
import { DIALECTS } from "@wattle/db/testing/databases";
import { expect, test } from "vitest";
import { fundTreasury } from "../demo/fund-treasury.ts";
import { startTestApp } from "../testing/app-for-test.ts";
import { query } from "../testing/call-procedure.ts";
import { CoinDesk, newSender, withdrawCoins } from "../testing/coin-payout.ts";
import { coinWallet } from "../testing/coin-wallet.ts";
import { newStaff } from "../testing/new-staff.ts";
import { PlayNetwork } from "../testing/play-network.ts";

test.each(DIALECTS)(
  "coins sent to someone else are a disposal with the network fee, those to one's own wallet are none, on %s",
  async (dialect) => {
    const app = await startTestApp({ dialect });
    await fundTreasury(app.services);
    const network = new PlayNetwork(app);
    await network.follow();
    const desk = new CoinDesk(app, (await newStaff(app, "finance")).client);
    const sender = await newSender(app, network);
    const friend = coinWallet("a friend's");
    const { body } = await sender.client.post<{ data: CoinPayee }>("/api/users/coin-payees", {
      currency: "BTC",
      address: friend.address,
      label: "A friend",
      whose: "other",
      holder_name: "Mary Example",
      wallet: "self_hosted",
    });
    const { id: payee, proof_message: message } = body.data;
    await sender.client.post(`/api/users/coin-payees/${payee}/proof`, {
      signature: friend.sign(message ?? ""),
    });
    await withdrawCoins(sender, "0.05");
    const sent = await withdrawCoins({ ...sender, payee }, "0.1");
    const { id } = await desk.released();
    await desk.sign(id);
    await network.mine(3);

    const year = new Date(app.clock.now() + 183 * 86_400_000).getUTCFullYear();
    const report = await sender.client.get<{ data: TaxReportAnswer }>(`/api/users/tax-report?year=${year}`);
    expect(report.body.data.disposals.map(({ transaction_id, units }) => [transaction_id, units])).toEqual([
      [sent.id, "0.10000000"],
    ]);
    expect(report.body.data.held).toMatchObject([{ currency: "BTC", units: "0.20000000" }]);

    // What left is money out, not a deposit that was taken back.
    const { data } = await query<PortfolioOverview>(sender.client, "portfolio.overview");
    expect(data.holdings.find(({ currency }) => currency === "BTC")).toMatchObject({ amount: "0.15000000" });
    expect(data.withdrawn).not.toBe("0.00");
    await app.close();
  },
);
