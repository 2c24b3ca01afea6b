import { Link } from "@tanstack/react-router";
import { ReviewNotice } from "../accounts/review-notice.tsx";
import { useEffect } from "react";
import { alertFailure } from "../failed-call.ts";
import { leave } from "../session/session-lost.ts";
import { trpc } from "../trpc.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { NextSteps } from "../controls/next-steps.tsx";
import { Panel } from "../controls/panel.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { Status } from "../controls/status.tsx";
import { Loaded } from "../controls/loaded.tsx";
import { OnrampForm } from "./onramp-form.tsx";
import { OrderPanel } from "./order-panel.tsx";
import { orderPoll } from "./order-poll.ts";
import { ORDER_WORDS, orderText } from "./order-words.ts";
import styles from "./onramp.module.css";

const background = { trpc: { context: { background: true } } } as const;

const STEPS = [
  { key: "pay", title: "You pay on our provider’s page", detail: "It shows its fee and the coins you get." },
  { key: "sent", title: "The provider sends us the coins", detail: "Usually within minutes." },
  { key: "arrived", title: "The coins are in your balance", detail: "We’ll email you." },
];

/** Buying coins by card: the form, or with an order in the address what has become of it. */
export function CardScreen({ order }: { readonly order: string | undefined }) {
  return (
    <>
      <ScreenHead title="Pay by card or wallet" lead="Pay our provider by card. Coins go to your balance." />
      <div className={styles["screen"]}>
        <div className={styles["main"]}>
          {order === undefined ? <NewOrder /> : <OpenOrder key={order} id={order} />}
        </div>
        <div className={styles["companion"]}>
          {order === undefined && (
            <NextSteps steps={STEPS}>
              <p>You can close this page while you pay. Your order is kept here.</p>
            </NextSteps>
          )}
          <RecentOrders current={order} />
        </div>
      </div>
    </>
  );
}

function NewOrder() {
  const offer = trpc.onramp.offer.useQuery();
  const start = trpc.onramp.start.useMutation({
    onSuccess: ({ checkout_url }) => leave.elsewhere(checkout_url),
    onError: (error) => void alertFailure("Card payment", error, "Deposits"),
  });
  return (
    <Card>
      {offer.data === undefined ? (
        <div className={styles["ahead"]}>
          <Loaded query={offer} what="card payments" lines={6} />
        </div>
      ) : offer.data.provider === null ? (
        <EmptyState
          title="Card payments paused"
          action={
            <SiteLink to="/dashboard/deposit-money" className={buttonClass("primary")}>
              Deposit from your bank
            </SiteLink>
          }
        >
          Your balance isn’t affected.
        </EmptyState>
      ) : (
        <>
          <OnrampForm
            offer={offer.data}
            busy={start.isPending || start.isSuccess}
            onStart={(input) => start.mutate(input)}
          />
          <ReviewNotice error={start.error} tried="Deposits" />
        </>
      )}
    </Card>
  );
}

function OpenOrder({ id }: { readonly id: string }) {
  const utils = trpc.useUtils();
  const order = trpc.onramp.get.useQuery(
    { id },
    { ...background, refetchInterval: ({ state }) => orderPoll(state.data?.status, state.dataUpdateCount) },
  );
  const { data } = order;
  const status = data?.status;
  useEffect(() => {
    if (status === undefined) return;
    void utils.balances.get.invalidate();
    void utils.history.list.invalidate();
    void utils.onramp.recent.invalidate();
  }, [status, utils]);
  if (data === undefined) {
    return (
      <Card>
        <Loaded
          query={order}
          what="your card payment"
          lines={5}
          failed={
            <EmptyState
              title="We couldn’t find this card payment"
              action={
                <SiteLink to="/dashboard/deposit-money/card" className={buttonClass("primary")}>
                  Start a card payment
                </SiteLink>
              }
            />
          }
        />
      </Card>
    );
  }
  return (
    <OrderPanel order={data}>
      {data.transaction_id !== null && (
        <Link
          to="/dashboard/transactions-history/receipt"
          search={{ id: data.transaction_id }}
          className={buttonClass("primary")}
        >
          See receipt
        </Link>
      )}
      <SiteLink to="/dashboard/deposit-money/card" className={buttonClass("quiet")}>
        Make another card payment
      </SiteLink>
    </OrderPanel>
  );
}

function RecentOrders({ current }: { readonly current: string | undefined }) {
  const { data = [] } = trpc.onramp.recent.useQuery(undefined, background);
  const others = data.filter(({ id }) => id !== current);
  if (others.length === 0) return null;
  return (
    <Panel title="Recent card payments">
      <ul className={styles["recent"]}>
        {others.map((order) => (
          <li key={order.id}>
            <Link to="/dashboard/deposit-money/card" search={{ order: order.id }}>
              {orderText(order)}
            </Link>
            <Status kind={ORDER_WORDS[order.status].kind}>{ORDER_WORDS[order.status].word}</Status>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
