import type { CreatedWebhook } from "@wattle/contracts/webhooks";
import { useEffect, useState } from "react";
import { CopyRow } from "../controls/copy-row.tsx";
import { MadeSecret } from "../controls/made-secret.tsx";
import { Panel } from "../controls/panel.tsx";
import { Loaded } from "../controls/loaded.tsx";
import { alertFailure } from "../failed-call.ts";
import { SHOWN_IN_PLACE, trpc } from "../trpc.ts";
import { Emblem } from "../ui/emblem.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import { WebhookList } from "./webhook-list.tsx";
import styles from "./webhooks.module.css";

/** A program's view of a deposit, with some of its fields. */
const EXAMPLE = `webhook-id: 0198f2c4-7e1b-7c3a-9f52-6d1a2b3c4d5e
webhook-timestamp: 1769851800
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{
  "id": "0198f2c4-7e1b-7c3a-9f52-6d1a2b3c4d5e",
  "type": "deposit.completed",
  "created_at": "2026-01-31T09:30:00.000Z",
  "data": {
    "transaction_type": "deposit",
    "reference": "7KQ4-M2XB-9PTR",
    "status": "completed",
    "debit": "1000.00"
  }
}`;

/** Addresses of the customer's own programs, which are sent what happens. */
export function WebhooksScreen() {
  const webhooks = trpc.webhooks.list.useQuery(undefined, SHOWN_IN_PLACE);
  const [added, setAdded] = useState<CreatedWebhook>();

  useEffect(() => {
    if (webhooks.error !== null) alertFailure("Get webhooks", webhooks.error);
  }, [webhooks.error]);

  return (
    <>
      <ScreenHead
        title="Webhooks"
        lead="Tell your own software about deposits, withdrawals and exchanges as they happen."
        aside={
          <a className={styles["docs"]} href="/api/docs#createWebhook">
            How webhooks work
          </a>
        }
      />
      <div className={styles["panels"]}>
        {added === undefined ? (
          <Panel title="Add a webhook">
            <WebhookForm onAdded={setAdded} />
          </Panel>
        ) : (
          <MadeSecret
            title="Copy your secret now"
            label="Secret"
            secret={added.secret}
            onDone={() => setAdded(undefined)}
          >
            You won’t see it again. With it your program checks that what it gets comes from us.
          </MadeSecret>
        )}
        <div className={styles["side"]}>
          <Panel title="Your webhooks">
            <Loaded
              query={webhooks}
              what="your webhooks"
              lines={7}
              empty={
                <EmptyState emblem={<Emblem of="webhook" />} title="No webhook yet">
                  Add the address of your program. You can try it with a test.
                </EmptyState>
              }
            >
              {(data) => <WebhookList webhooks={data} />}
            </Loaded>
          </Panel>
          <Panel title="What we send">
            <p className={styles["about"]}>
              Each event as a POST, signed with your secret. Answer with any 2xx within 15 seconds, or we try
              again.
            </p>
            <CopyRow label="Example, shortened" value={EXAMPLE} code />
          </Panel>
        </div>
      </div>
    </>
  );
}
