import { isBoundless, TOKEN_NEEDS_BOUND, type CreatedToken, type TokenScope } from "@wattle/contracts/tokens";
import { useId, useRef, useState } from "react";
import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { Button } from "../controls/button.tsx";
import { Checkbox } from "../controls/checkbox.tsx";
import { ErrorLine } from "../controls/error-line.tsx";
import { TextField } from "../controls/text-field.tsx";
import { SelectField } from "../controls/select-field.tsx";
import { classNames } from "../ui/class-names.ts";
import { useCheckedForm } from "../ui/use-checked-form.ts";
import { addressesOf, LIFETIMES, SCOPES } from "./token-words.ts";
import styles from "./token-form.module.css";
import { Form } from "../ui/form.tsx";

const FIELDS = ["name", "addresses"] as const;
const NO_SCOPE = "Choose what the token can do";

/** Names, limits and makes a token. */
export function TokenForm({ onMade }: { readonly onMade: (token: CreatedToken) => void }) {
  const utils = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const scopesError = useId();
  const [scopes, setScopes] = useState<ReadonlySet<TokenScope>>(new Set(["read"]));
  const [scopeProblem, setScopeProblem] = useState<string>();
  const [days, setDays] = useState<string>("90");
  const [daysProblem, setDaysProblem] = useState<string>();
  const { values, field, check, refuse, reset } = useCheckedForm({
    fields: FIELDS,
    form,
    problemOf: (name, value) =>
      name === "name" && value.trim() === "" ? "Name is a required field" : undefined,
  });
  const create = trpc.tokens.create.useMutation({
    onSuccess: async (token) => {
      reset();
      setScopes(new Set(["read"]));
      onMade(token);
      await utils.tokens.list.invalidate();
    },
    onError: (error) => {
      const { errors = {} } = alertFailure("API token", error);
      // Each wrong address is refused at its own place in the list; here they share one field.
      const wrong = Object.entries(errors).find(([path]) => path.startsWith("addresses"))?.[1];
      refuse({ ...errors, ...(wrong !== undefined && { addresses: wrong }) });
      setScopeProblem(errors["scopes"]?.[0]);
      setDaysProblem(errors["expires_in_days"]?.[0]);
    },
  });

  const choose = (scope: TokenScope, chosen: boolean): void => {
    const next = new Set(scopes);
    if (chosen) next.add(scope);
    else next.delete(scope);
    setScopes(next);
    setScopeProblem(next.size === 0 ? NO_SCOPE : undefined);
    setDaysProblem(undefined);
  };

  const submit = (): void => {
    if (create.isPending) return;
    const checked = check();
    setScopeProblem(scopes.size === 0 ? NO_SCOPE : undefined);
    const token = {
      name: values.name,
      scopes: [...scopes],
      addresses: addressesOf(values.addresses),
      expires_in_days: days === "" ? null : days,
    };
    const boundless = isBoundless(token);
    setDaysProblem(boundless ? TOKEN_NEEDS_BOUND : undefined);
    if (checked && scopes.size > 0 && !boundless) create.mutate(token);
  };

  return (
    <Form ref={form} className={styles["form"]} onSubmit={submit}>
      <TextField
        {...field("name")}
        label="Name"
        hint="What it’s for, like “Price bot”."
        autoComplete="off"
        maxLength={60}
        required
      />
      <fieldset
        className={styles["scopes"]}
        aria-describedby={scopeProblem === undefined ? undefined : scopesError}
      >
        <legend>What it can do</legend>
        {SCOPES.map(({ scope, name, about }) => (
          <Checkbox
            key={scope}
            name={`scope-${scope}`}
            className={classNames(styles["scope"], scope === "withdraw" && styles["risky"])}
            label={name}
            about={about}
            checked={scopes.has(scope)}
            onChange={(chosen) => choose(scope, chosen)}
          />
        ))}
        {scopeProblem !== undefined && <ErrorLine id={scopesError}>{scopeProblem}</ErrorLine>}
      </fieldset>
      <SelectField
        label="Expires after"
        name="days"
        value={days}
        options={LIFETIMES}
        error={daysProblem}
        onChange={(next) => {
          setDays(next);
          setDaysProblem(undefined);
        }}
      />
      <TextField
        {...field("addresses")}
        label="Allowed IP addresses (optional)"
        hint="Like 203.0.113.7 or 203.0.113.0/24, separated by commas. Leave blank to allow any."
        autoComplete="off"
        spellCheck={false}
      />
      <div>
        <Button type="submit" loading={create.isPending}>
          Create token
        </Button>
      </div>
    </Form>
  );
}
