import { Button } from "../controls/button.tsx";
import { Timeline } from "../controls/timeline.tsx";
import { Card } from "../ui/card.tsx";
import { Notice } from "../ui/notice.tsx";
import { PROVIDER_NAMES } from "@wattle/contracts/identity-checks";
import type { ProviderCheck } from "./provider-words.ts";
import { useProviderPage } from "./use-provider-page.ts";
import styles from "./identity-form.module.css";

/** The rest to do at the provider, above the button that leads there. */
export function UnfinishedCheck({ check: { provider, state } }: { readonly check: ProviderCheck }) {
  if (state === "none" || state === "retry") return null;
  const name = PROVIDER_NAMES[provider];
  return (
    <Notice kind={state === "done" ? "done" : "warn"}>
      <p>
        {state === "done"
          ? "Your ID is checked. Submit your details to finish."
          : `You haven’t finished at ${name} yet. If you have, we’ll update this page.`}
      </p>
    </Notice>
  );
}

/** While the provider checks. A customer whom it asks for more can go back there. */
export function CheckingAtProvider({ check: { provider } }: { readonly check: ProviderCheck }) {
  const name = PROVIDER_NAMES[provider];
  const page = useProviderPage();
  return (
    <Card className={styles["form"]}>
      <Timeline
        label="Identity check progress"
        steps={[
          { key: "shown", title: `You showed your ID to ${name}`, state: "done" },
          {
            key: "checked",
            title: `${name} checks it`,
            detail: "We’ll update this page. You can close it.",
            state: "current",
          },
          { key: "reviewed", title: "We review your details", state: "coming" },
        ]}
      />
      <div className={styles["actions"]}>
        <Button kind="quiet" loading={page.isBusy} onClick={() => page.mutate()}>
          Go back to {name}
        </Button>
      </div>
    </Card>
  );
}
