import { useSyncExternalStore } from "react";
import { alertFailure } from "../failed-call.ts";
import { PageHero } from "../site/page-hero.tsx";
import { leave } from "../session/session-lost.ts";
import { trpc } from "../trpc.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { Skeleton } from "../controls/skeleton.tsx";
import { Loaded } from "../controls/loaded.tsx";
import { OnrampForm } from "./onramp-form.tsx";
import { OrderPanel } from "./order-panel.tsx";
import { orderPoll } from "./order-poll.ts";
import styles from "./onramp.module.css";

/** The test page of card payments: the whole way through the sandbox, signed messages included, crediting no one. */
export function TransakTestPage({ order }: { readonly order: string | undefined }) {
  // The page was prerendered without an order; the first paint in the browser has to be the same.
  const hydrated = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  return (
    <PageHero
      seed="site.transak"
      title="Test a card payment"
      lead="Try a card payment from checkout to confirmation, without an account or money."
      companion={
        <div className={styles["test"]}>
          {order === undefined || !hydrated ? <NewTest /> : <TestOrder id={order} />}
        </div>
      }
    />
  );
}

function NewTest() {
  const offer = trpc.onramp.offer.useQuery(undefined, { trpc: { context: { background: true } } });
  const start = trpc.onramp.startTest.useMutation({
    onSuccess: ({ checkout_url }) => leave.elsewhere(checkout_url),
    onError: (error) => void alertFailure("Card payment", error),
  });
  return (
    <Card floating>
      {offer.data === undefined ? (
        <div aria-busy="true" aria-label="Loading the form">
          <Skeleton lines={6} />
        </div>
      ) : offer.data.provider === "sandbox" ? (
        <OnrampForm
          offer={offer.data}
          busy={start.isPending || start.isSuccess}
          onStart={(input) => start.mutate(input)}
        />
      ) : (
        <EmptyState
          title={offer.data.provider === null ? "Card payments paused" : "Log in to pay by card"}
          action={
            <SiteLink to="/dashboard/deposit-money/card" className={buttonClass("primary")}>
              Go to deposits
            </SiteLink>
          }
        >
          There’s no test mode here. Payments are real.
        </EmptyState>
      )}
    </Card>
  );
}

function TestOrder({ id }: { readonly id: string }) {
  const order = trpc.onramp.getTest.useQuery(
    { id },
    {
      trpc: { context: { background: true } },
      refetchInterval: ({ state }) => orderPoll(state.data?.status, state.dataUpdateCount),
    },
  );
  const again = (
    <SiteLink to="/transak-test" className={buttonClass("quiet")}>
      Test again
    </SiteLink>
  );
  if (order.data !== undefined) return <OrderPanel order={order.data}>{again}</OrderPanel>;
  return (
    <Card floating>
      <Loaded
        query={order}
        what="this test payment"
        lines={5}
        failed={<EmptyState title="We couldn’t find this test payment" action={again} />}
      />
    </Card>
  );
}
