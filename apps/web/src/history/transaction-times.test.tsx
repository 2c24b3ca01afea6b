import { cleanup, screen } from "@testing-library/react";
import type { HistoryInput, TransactionDetail } from "@wattle/contracts/history";
import { DEFAULT_TIMES } from "@wattle/contracts/staff-times";
import { displayTime } from "@wattle/exchange-core/display";
import type { ReactNode } from "react";
import { afterEach, expect, test } from "vitest";
import { depositSteps } from "../deposits/deposit-steps.ts";
import { ExchangeDone } from "../exchange/exchange-done.tsx";
import { RecentExchanges } from "../exchange/recent-exchanges.tsx";
import { ActivityLines } from "./activity-lines.tsx";
import { standInApi } from "../testing/stand-in-api.ts";
import { renderScreen } from "../testing/render-app.tsx";
import { PendingWithdrawals } from "../withdrawals/pending-withdrawals.tsx";
import { withdrawalSteps } from "../withdrawals/withdrawal-steps.ts";
import { TransactionDetails } from "./transaction-details.tsx";

const BEGUN = "2026-01-31T09:30:05.000Z";
const ENDED = "2026-02-01T10:31:06.000Z";
const ROW: TransactionDetail = {
  id: "1",
  transaction_type: "deposit",
  status: "completed",
  credit: "500.00",
  credit_currency: "AUD",
  debit: "500.00",
  debit_currency: "AUD",
  rate: null,
  fee: null,
  fee_amount: null,
  fee_currency: null,
  converted: null,
  reference: "38DY-LKSW-NHGE",
  payment_method: "payid",
  bank_account_id: null,
  coin_payee_id: null,
  txid: null,
  note: null,
  created_at: BEGUN,
  updated_at: ENDED,
  announced: null,
  expires_at: null,
  bill_reference: null,
  being_paid: false,
  bank_reference: null,
  bank_account: null,
  coin_payee: null,
  events: [
    { from_status: "requested", to_status: "completed", actor: "operator", reason: null, created_at: ENDED },
  ],
};
const STEPS = { deposit: depositSteps, withdraw: withdrawalSteps };
const stepsOf = (type: keyof typeof STEPS) => (
  <ol>
    {STEPS[type](ROW, DEFAULT_TIMES).map(({ key, detail }) => (
      <li key={key}>{detail}</li>
    ))}
  </ol>
);
/** Any day as other times have it. */
const OURS = /\d{1,2} (?:Jan|Feb)/;

afterEach(cleanup);

test.each<[string, ReactNode, readonly string[]]>([
  ["a transaction's dialog", <TransactionDetails key="1" row={ROW} />, [BEGUN, ENDED]],
  ["the lists", <ActivityLines key="2" row={ROW} what="what" effect="effect" />, [BEGUN]],
  ["the success panel", <ExchangeDone key="3" done={ROW} onAgain={() => undefined} />, [BEGUN]],
  ["recent exchanges", <RecentExchanges key="4" />, [BEGUN]],
  ["pending withdrawals", <PendingWithdrawals key="5" />, [BEGUN]],
  ["a deposit's steps", stepsOf("deposit"), [BEGUN, ENDED]],
  ["a withdrawal's steps", stepsOf("withdraw"), [BEGUN, ENDED]],
])("%s have the specified times, with seconds", async (_title, part, times) => {
  const meta = { current_page: 1, last_page: 1, per_page: 5, total: 1 };
  standInApi({
    "history.list": (input) => ({
      data: (input as HistoryInput).status === "sent" ? [] : [ROW],
      meta,
      next: null,
    }),
  });
  await renderScreen(part, "/dashboard/transactions-history");
  for (const time of times) await screen.findByText((text) => text.includes(displayTime(Date.parse(time))));
  expect(document.body.textContent).not.toMatch(OURS);
});
