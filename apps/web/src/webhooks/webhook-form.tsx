import { EVENT_TYPES, type EventType } from "@wattle/contracts/event-types";
import { WEBHOOK_LIMITS } from "@wattle/contracts/webhook-words";
import type { CreatedWebhook } from "@wattle/contracts/webhooks";
import { useId, useRef, useState } from "react";
import { Button } from "../controls/button.tsx";
import { Checkbox } from "../controls/checkbox.tsx";
import { ErrorLine } from "../controls/error-line.tsx";
import { TextField } from "../controls/text-field.tsx";
import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { Form } from "../ui/form.tsx";
import { useCheckedForm } from "../ui/use-checked-form.ts";
import { EVENT_NAMES } from "./webhook-words.ts";
import styles from "./webhooks.module.css";

const NO_EVENT = "Choose at least one event";

/** Adds an address that events are sent to. */
export function WebhookForm({ onAdded }: { readonly onAdded: (webhook: CreatedWebhook) => void }) {
  const utils = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const problemId = useId();
  const [all, setAll] = useState(true);
  const [chosen, setChosen] = useState<ReadonlySet<EventType>>(new Set());
  const [problem, setProblem] = useState<string>();
  const { values, field, check, refuse } = useCheckedForm({
    fields: ["url"],
    form,
    problemOf: (_, value) => (value.trim() === "" ? "Address is a required field" : undefined),
  });
  const create = trpc.webhooks.create.useMutation({
    onSuccess: async (webhook) => {
      onAdded(webhook);
      await utils.webhooks.list.invalidate();
    },
    onError: (error) => {
      const { errors = {} } = alertFailure("Webhook", error);
      refuse(errors);
      setProblem(errors["events"]?.[0]);
    },
  });
  const choose = (type: EventType, wanted: boolean): void => {
    const next = new Set(chosen);
    if (wanted) next.add(type);
    else next.delete(type);
    setChosen(next);
    setProblem(next.size === 0 ? NO_EVENT : undefined);
  };
  const submit = (): void => {
    if (create.isPending) return;
    const none = !all && chosen.size === 0;
    setProblem(none ? NO_EVENT : undefined);
    if (check() && !none) create.mutate({ url: values.url.trim(), events: all ? ["*"] : [...chosen] });
  };
  return (
    <Form ref={form} className={styles["form"]} onSubmit={submit}>
      <TextField
        {...field("url")}
        label="Address"
        hint="Where your program listens, like https://shop.example/webhooks."
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={WEBHOOK_LIMITS.url}
        required
      />
      <fieldset className={styles["events"]} aria-describedby={problem === undefined ? undefined : problemId}>
        <legend>What it’s sent</legend>
        <Checkbox
          name="event-all"
          className={styles["all"]}
          label="All events"
          about="Includes event types we add later"
          checked={all}
          onChange={(every) => {
            setAll(every);
            setProblem(undefined);
          }}
        />
        {!all &&
          EVENT_TYPES.map((type) => (
            <Checkbox
              key={type}
              name={`event-${type}`}
              label={EVENT_NAMES[type]}
              checked={chosen.has(type)}
              onChange={(wanted) => choose(type, wanted)}
            />
          ))}
        {problem !== undefined && <ErrorLine id={problemId}>{problem}</ErrorLine>}
      </fieldset>
      <div>
        <Button type="submit" loading={create.isPending}>
          Add webhook
        </Button>
      </div>
    </Form>
  );
}
