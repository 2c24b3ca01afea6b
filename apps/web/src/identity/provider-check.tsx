import { Button } from "../controls/button.tsx";
import { Timeline } from "../controls/timeline.tsx";
import { Card } from "../ui/card.tsx";
import { Notice } from "../ui/notice.tsx";
import { PROVIDERS, type ProviderCheck } from "./provider-words.ts";
import { useProviderPage } from "./use-provider-page.ts";
import styles from "./identity-form.module.css";

/** The rest to do at the provider, above the button that leads there. */
export function UnfinishedCheck({ check: { provider, state } }: { readonly check: ProviderCheck }) {
  if (state === "none" || state === "retry") return null;
  const name = PROVIDERS[provider];
  return (
    <Notice kind={state === "done" ? "done" : "warn"}>
      <p>
        {state === "done"
          ? "Your ID is checked. Submit your details to finish."
          : `You haven’t finished at ${name} yet. If you have, we’ll see it here within a few minutes.`}
      </p>
    </Notice>
  );
}

/** While the provider checks. A customer whom it asks for more can go back there. */
export function CheckingAtProvider({ check: { provider } }: { readonly check: ProviderCheck }) {
  const name = PROVIDERS[provider];
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
            detail: "Usually a few minutes. You can close this page.",
            state: "current",
          },
          { key: "reviewed", title: "We review your details", state: "coming" },
        ]}
      />
      <div className={styles["actions"]}>
        <Button kind="quiet" loading={page.isPending} onClick={() => page.mutate()}>
          Go back to {name}
        </Button>
      </div>
    </Card>
  );
}
