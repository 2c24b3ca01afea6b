import { OPTIONAL_EMAILS, type OptionalEmail } from "@wattle/contracts/emails";
import { Loaded } from "../controls/loaded.tsx";
import { SavedCheckbox } from "../controls/saved-checkbox.tsx";
import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import styles from "../ui/settings.module.css";

const NAMES = {
  receipts: ["Receipts", "After each exchange and recurring buy"],
  alerts: ["Price alerts", "When a coin reaches your price"],
  statements: ["Monthly statements", "When a month’s statement is ready"],
} as const satisfies Record<OptionalEmail, readonly [string, string]>;

/** Which optional emails the customer gets; each choice is kept at once. */
export function EmailChoices() {
  const utils = trpc.useUtils();
  const choices = trpc.accounts.emailChoices.useQuery();
  const choose = trpc.accounts.chooseEmail.useMutation({
    onSuccess: () => showAlert({ type: "success", text: "Saved" }),
    onError: (error) => alertFailure("Email settings", error),
    onSettled: () => utils.accounts.emailChoices.invalidate(),
  });
  return (
    <>
      <p className={styles["lead"]}>
        You always get emails about your login, deposits, withdrawals and missed buys.
      </p>
      <Loaded query={choices} what="your email settings" lines={2}>
        {(chosen) =>
          OPTIONAL_EMAILS.map((kind) => (
            <SavedCheckbox
              key={kind}
              name={`email-${kind}`}
              label={NAMES[kind][0]}
              about={NAMES[kind][1]}
              checked={chosen.on.includes(kind)}
              onSave={(on) => choose.mutateAsync({ kind, on })}
            />
          ))
        }
      </Loaded>
    </>
  );
}
