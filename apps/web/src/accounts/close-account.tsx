import { dateText } from "@wattle/contracts/days";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ClosingObstacle, ClosingPlan } from "@wattle/contracts/closing";
import { TRACES_DAYS } from "@wattle/contracts/traces-days";
import { useState } from "react";
import { Button } from "../controls/button.tsx";
import { DangerDialog } from "../controls/danger-dialog.tsx";
import { Loaded } from "../controls/loaded.tsx";
import { alertFailure } from "../failed-call.ts";
import { knowSession } from "../session/know-session.ts";
import { sessionEndsHere } from "../session/session-lost.ts";
import { forgetWantedPath } from "../session/wanted-path.ts";
import { SHOWN_IN_PLACE, trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { classNames } from "../ui/class-names.ts";
import { SiteLink } from "../ui/site-link.tsx";
import styles from "../ui/settings.module.css";

const HISTORY = "/dashboard/transactions-history";

/** Obstacles that have to be settled first: their kind, and the page for each. */
const OBSTACLES: Readonly<Record<ClosingObstacle, readonly [text: string, to: string, link: string]>> = {
  balance: [
    "You still have money here. If it’s too little to sell, contact support.",
    "/dashboard/withdraw-money",
    "Withdraw money",
  ],
  deposit: ["You have an open deposit. Cancel it.", "/dashboard/deposit-money", "See deposit"],
  withdrawal: ["A withdrawal is pending. Wait for it, or cancel it.", HISTORY, "See withdrawal"],
  card: ["A card order isn’t done yet.", HISTORY, "See transactions"],
  owed: ["You owe us money.", "/dashboard/support", "Contact support"],
  payment: ["We’re still matching a payment to your account.", "/dashboard/support", "Contact support"],
  changed: [
    "Your password, email or devices changed recently. For your safety, try again in a week.",
    "/dashboard/support",
    "Contact support",
  ],
  recovery: [
    "Two-step login is being reset. Wait for it, or stop it from our email.",
    "/dashboard/support",
    "Contact support",
  ],
};

function Obstacles({ obstacles }: Pick<ClosingPlan, "obstacles">) {
  return (
    <>
      <p className={styles["lead"]}>You can close your account once this is settled:</p>
      <ul className={styles["points"]}>
        {obstacles.map(({ kind }) => {
          const [text, to, link] = OBSTACLES[kind];
          return (
            <li key={kind}>
              {text} <SiteLink to={to}>{link}</SiteLink>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Data that goes now, data that goes soon, and data that the law keeps and until when. */
function Consequences({ kept_until: until }: Pick<ClosingPlan, "kept_until">) {
  return (
    <dl className={classNames(styles["facts"], styles["consequences"])}>
      <div>
        <dt>Deleted now</dt>
        <dd>Your API tokens, webhooks, price alerts and recurring buys</dd>
      </div>
      <div>
        <dt>Deleted after {TRACES_DAYS} days</dt>
        <dd>
          {until === null
            ? "Everything else. The law doesn’t make us keep anything."
            : "Your logins, devices and our emails to you"}
        </dd>
      </div>
      {until !== null && (
        <div>
          <dt>Kept by law until {dateText(Date.parse(until))}</dt>
          <dd>
            Your identity check, photos, bank accounts, transactions and messages. Then we remove your name
            and details and keep only the amounts.
          </dd>
        </div>
      )}
    </dl>
  );
}

function useClosing() {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const client = useQueryClient();
  return trpc.closing.close.useMutation({
    onSuccess: async () => {
      sessionEndsHere(true);
      await knowSession(utils, null);
      forgetWantedPath();
      await navigate({ to: "/" });
      showAlert({ type: "success", text: "Your account is closed. We’ve emailed you." });
      client.removeQueries({ type: "inactive" });
    },
    onError: (error) => {
      alertFailure("Close account", error);
      void utils.closing.plan.invalidate();
    },
  });
}

/** Closing the account for good: what that means, what has to be settled first, and the act itself. */
export function CloseAccount() {
  const plan = trpc.closing.plan.useQuery(undefined, SHOWN_IN_PLACE);
  const closing = useClosing();
  const [asking, setAsking] = useState(false);
  if (plan.data === undefined) return <Loaded query={plan} what="this" lines={4} />;
  const { obstacles, kept_until: until } = plan.data;
  return (
    <div className={styles["form"]}>
      <p className={styles["lead"]}>
        No one can log in any more, and you can’t open the account again. If you want copies, download your
        data and your <SiteLink to="/dashboard/tax-report">tax reports</SiteLink> first.
      </p>
      <Consequences kept_until={until} />
      {obstacles.length > 0 ? (
        <Obstacles obstacles={obstacles} />
      ) : (
        <div>
          <Button kind="danger" onClick={() => setAsking(true)}>
            Close my account
          </Button>
        </div>
      )}
      <DangerDialog
        open={asking}
        title="Close your account?"
        act="Close account"
        keep="Keep account"
        acting={closing.isPending}
        onAct={() => closing.mutate(undefined, { onSettled: () => setAsking(false) })}
        onKeep={() => setAsking(false)}
      >
        You can’t undo this.
      </DangerDialog>
    </div>
  );
}
