import { SENDING_HOURS, type CoinSending } from "@wattle/contracts/coin-sending";
import { displayMoment } from "@wattle/exchange-core/display";
import { Button } from "../controls/button.tsx";
import { Loaded } from "../controls/loaded.tsx";
import { Panel } from "../controls/panel.tsx";
import { Status } from "../controls/status.tsx";
import { alertFailure } from "../failed-call.ts";
import { SHOWN_IN_PLACE, trpc } from "../trpc.ts";
import { SiteLink } from "../ui/site-link.tsx";
import { useAt } from "../ui/use-at.ts";
import styles from "./coin-payees.module.css";

export const SENDING_TITLE = "Send coins to wallets";

/** Whether the customer's coins may be sent. It is asked again when a wait has ended. */
export function useSending() {
  const sending = trpc.coins.sending.useQuery(undefined, SHOWN_IN_PLACE);
  const { data, refetch } = sending;
  useAt(data?.state === "waiting" ? data.on_at : null, () => void refetch());
  return sending;
}

function Words({ sending: { state, on_at } }: { readonly sending: CoinSending }) {
  const time = on_at === null ? "" : displayMoment(Date.parse(on_at));
  switch (state) {
    case "off":
      return (
        <>
          <Status kind="stopped">Off</Status>
          <p>
            No one can send your coins to a wallet. Turning this on takes {SENDING_HOURS} hours, and we email
            you.
          </p>
        </>
      );
    case "waiting":
      return (
        <>
          <Status kind="waiting">Waiting, on {time}</Status>
          <p>
            The {SENDING_HOURS} hours protect you: until then no one can send your coins away, and we’ve
            emailed you. Wasn’t you? Turn it off and{" "}
            <SiteLink to="/dashboard/support">contact support</SiteLink>.
          </p>
        </>
      );
    case "on":
      return (
        <>
          <Status kind="done">On since {time}</Status>
          <p>Turning it off works at once. Turning it on again takes {SENDING_HOURS} hours.</p>
        </>
      );
  }
}

/** Turns the sending of coins on and off, and says what that does. */
export function SendingSwitch({ sending }: { readonly sending: CoinSending }) {
  const utils = trpc.useUtils();
  const set = trpc.coins.setSending.useMutation({
    onSuccess: (now) => utils.coins.sending.setData(undefined, now),
    onError: (error) => void alertFailure("Sending coins", error),
  });
  const isOff = sending.state === "off";
  return (
    <div className={styles["sending"]} data-off={isOff || undefined}>
      <Words sending={sending} />
      <Button
        kind={isOff ? "primary" : "quiet"}
        loading={set.isPending}
        onClick={() => set.mutate({ on: isOff })}
      >
        {isOff ? "Turn on sending" : "Turn off sending"}
      </Button>
    </div>
  );
}

/** The same, as a panel of a page. */
export function SendingPanel() {
  const sending = useSending();
  return (
    <Panel title={SENDING_TITLE}>
      <Loaded query={sending} what="whether sending is on" lines={4}>
        {(data) => <SendingSwitch sending={data} />}
      </Loaded>
    </Panel>
  );
}
