import type { CoinPayee } from "@wattle/contracts/coin-payees";
import type { OutgoingCoins } from "@wattle/contracts/coins";
import type { WithdrawalState } from "@wattle/contracts/withdrawals";
import { signingText } from "../coin-payees/payee-words.ts";
import { SENDING_TITLE, SendingPanel, SendingSwitch, useSending } from "../coin-payees/sending.tsx";
import { Loaded } from "../controls/loaded.tsx";
import { NextSteps } from "../controls/next-steps.tsx";
import { SHOWN_IN_PLACE, trpc } from "../trpc.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Emblem } from "../ui/emblem.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { CoinWithdrawal } from "./coin-withdrawal.tsx";
import { PendingWithdrawals } from "./pending-withdrawals.tsx";
import { WithdrawTabs } from "./withdraw-tabs.tsx";
import { coinStepsAhead } from "./withdrawal-steps.ts";
import styles from "./withdrawals.module.css";

const LEAD = "To any wallet. You see what arrives before you confirm.";

interface ToWalletProps {
  /** The payee to send to, if one was chosen in the address book. */
  readonly payeeId: string | undefined;
  readonly onRequested: (id: string) => void;
}

/** Sending coins to a wallet: only once the customer has turned it on, and then to one of their payees. */
export function ToWalletScreen({ payeeId, onRequested }: ToWalletProps) {
  const sending = useSending();
  const outgoing = trpc.coins.outgoing.useQuery(undefined, SHOWN_IN_PLACE);
  const isOn = sending.data?.state === "on";
  return (
    <>
      <ScreenHead title="Withdraw crypto" lead={LEAD} />
      <div className={styles["screen"]}>
        <Card className={styles["card"]}>
          <WithdrawTabs />
          <Loaded query={sending} what="whether sending is on" lines={12}>
            {(data) =>
              data.state === "on" ? (
                <ToPayee payeeId={payeeId} onRequested={onRequested} />
              ) : (
                <section className={styles["form"]}>
                  <h2 className={styles["title"]}>{SENDING_TITLE}</h2>
                  <SendingSwitch sending={data} />
                  <p className={styles["note"]}>
                    Meanwhile, you can{" "}
                    <SiteLink to="/dashboard/address-book?add=payee">add a wallet</SiteLink> to send to.
                  </p>
                </section>
              )
            }
          </Loaded>
        </Card>
        <div className={styles["companion"]}>
          <PendingWithdrawals />
          <NextSteps steps={coinStepsAhead(outgoing.data)} />
          {isOn && <SendingPanel />}
        </div>
      </div>
    </>
  );
}

/** The form, once all that it goes by is there. */
function ToPayee(props: ToWalletProps) {
  const outgoing = trpc.coins.outgoing.useQuery(undefined, SHOWN_IN_PLACE);
  const payees = trpc.coinPayees.list.useQuery(undefined, SHOWN_IN_PLACE);
  const balances = trpc.balances.get.useQuery(undefined, SHOWN_IN_PLACE);
  const state = trpc.withdrawals.state.useQuery(undefined, SHOWN_IN_PLACE);
  const queries = [outgoing, payees, balances, state];
  const isRead = queries.every(({ data }) => data !== undefined);
  const parts = {
    outgoing: outgoing.data,
    payees: payees.data,
    balances: balances.data,
    state: state.data,
  } as Parts;
  return (
    <Loaded
      query={{
        data: isRead ? parts : undefined,
        isError: queries.some(({ isError }) => isError),
        refetch: () => queries.forEach((query) => void query.refetch()),
      }}
      what="your payees"
      note="Your coins are safe."
      lines={14}
    >
      {(read) => <FormOf {...read} {...props} />}
    </Loaded>
  );
}

interface Parts {
  readonly outgoing: OutgoingCoins;
  readonly payees: readonly CoinPayee[];
  readonly balances: Readonly<Record<string, string>>;
  readonly state: WithdrawalState;
}

function FormOf({ outgoing, payees, ...parts }: Parts & ToWalletProps) {
  const open = payees.filter(({ currency }) => outgoing.coins.some((coin) => coin.currency === currency));
  if (outgoing.coins.length === 0) {
    return (
      <EmptyState emblem={<Emblem of="withdraw" />} title="No crypto withdrawals right now">
        We can’t send coins at the moment. Your balance isn’t affected.
      </EmptyState>
    );
  }
  if (open.length === 0) {
    return (
      <EmptyState
        emblem={<Emblem of="book" />}
        title="No payees yet"
        action={
          <SiteLink to="/dashboard/address-book?add=payee" className={buttonClass("primary")}>
            Add a payee
          </SiteLink>
        }
      >
        Coins go to a wallet in your address book. You can send to a new one after 24 hours, or at once if you
        prove that it’s yours.
      </EmptyState>
    );
  }
  return <CoinWithdrawal {...parts} coins={outgoing.coins} signing={signingText(outgoing)} payees={open} />;
}
