import type { AskedOfCustomer } from "@wattle/contracts/apps";
import type { FieldErrors } from "@wattle/contracts/errors";
import { useState, type ReactNode } from "react";
import { AccountFrame, formClass } from "../accounts/account-frame.tsx";
import { useBrand } from "../brand/brand.tsx";
import { Button } from "../controls/button.tsx";
import { Loaded, NotLoaded } from "../controls/loaded.tsx";
import { SelectField } from "../controls/select-field.tsx";
import { alertRefusal, callFailure } from "../failed-call.ts";
import { leave } from "../session/session-lost.ts";
import { useSession } from "../session/session-store.ts";
import { SHOWN_IN_PLACE, trpc } from "../trpc.ts";
import { Facts } from "../ui/facts.tsx";
import { Form } from "../ui/form.tsx";
import { DoneIcon, RiskIcon, StoppedIcon } from "../ui/icons.tsx";
import { Notice } from "../ui/notice.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { appRequestOf } from "./asked-search.ts";
import { APP_LIFETIMES, SCOPES } from "./token-words.ts";
import styles from "./authorize-page.module.css";

const SEED = "auth.authorize";

/** Page on which a customer allows an app, or not. An app sends its users here. */
export function AuthorizePage({ asked }: { readonly asked: string }) {
  const request = appRequestOf(asked);
  const question = trpc.apps.ask.useQuery(request, { ...SHOWN_IN_PLACE, retry: false });
  const { data, error } = question;
  if (data?.kind === "asked") return <Question asked={asked} question={data} />;
  const isUseless = error !== null && callFailure(error).code === "validation_failed";
  return (
    <AccountFrame
      seed={SEED}
      title={data !== undefined || isUseless ? "We stopped this request" : "Allow an app"}
      more={<SiteLink to="/dashboard">Go to your dashboard</SiteLink>}
    >
      {data?.kind === "returned" ? (
        <Returned to={data.to} />
      ) : data?.kind === "refused" || isUseless ? (
        <Stopped>{REFUSALS[data?.why ?? "app"]}</Stopped>
      ) : (
        <Loaded
          query={question}
          what="the request"
          lines={6}
          failed={<NotLoaded what="the request" onRetry={question.refetch} />}
        />
      )}
    </AccountFrame>
  );
}

function Stopped({ children }: { readonly children: ReactNode }) {
  return (
    <Notice kind="warn">
      <p>{children}</p>
      <p>Nothing was allowed. If you didn’t expect this page, close it.</p>
    </Notice>
  );
}

/** The app learns its fault only if the customer wants to go there: no one has checked the address. */
function Returned({ to }: { readonly to: string }) {
  const [left, setLeft] = useState(false);
  return (
    <>
      <Stopped>The app’s request isn’t valid. Its developer has to fix it.</Stopped>
      <Button
        kind="quiet"
        wide
        loading={left}
        onClick={() => {
          setLeft(true);
          leave.to(to);
        }}
      >
        Go back to {new URL(to).host}
      </Button>
    </>
  );
}

const REFUSALS = {
  app: "We don’t know the app that sent you here. It may have been removed.",
  redirect: "The app wants to send you to an address that its developer didn’t register.",
} as const;

type Question = Extract<AskedOfCustomer, { kind: "asked" }>;

function Question({ asked, question }: { readonly asked: string; readonly question: Question }) {
  const [days, setDays] = useState<string>("30");
  const [problems, setProblems] = useState<FieldErrors>({});
  const [left, setLeft] = useState(false);
  const session = useSession();
  const go = (to: string): void => {
    setLeft(true);
    leave.to(to);
  };
  const allow = trpc.apps.allow.useMutation({
    onSuccess: ({ to }) => go(to),
    onError: (error) => alertRefusal("Allow app", error, setProblems),
  });
  const { app, host, addresses, decline } = question;
  const hindrance = problems["scopes"]?.[0] ?? question.hindrance;
  const busy = allow.isPending || left;
  return (
    <AccountFrame
      seed={SEED}
      title={`Allow ${app.name}?`}
      lead={<Maker name={app.made_by} />}
      more={
        <span className={styles["small"]}>
          You can revoke it at any time under <SiteLink to="/dashboard/api-tokens">API tokens</SiteLink>.
        </span>
      }
    >
      <Form
        className={formClass}
        onSubmit={() => {
          if (!busy && hindrance === null) {
            allow.mutate({ ...appRequestOf(asked), expires_in_days: days });
          }
        }}
      >
        <Rights scopes={question.scopes} />
        <Facts
          facts={[
            ["Your account", session?.user.email ?? null],
            ["Goes back to", host],
            ["Works only from", addresses.length === 0 ? null : addresses.join(", ")],
          ]}
        />
        <SelectField
          label="Expires after"
          name="days"
          value={days}
          options={APP_LIFETIMES}
          error={problems["expires_in_days"]?.[0]}
          onChange={(next) => {
            setDays(next);
            setProblems({});
          }}
        />
        {hindrance !== null && (
          <Notice kind="warn">
            <p>You can’t allow this now. {hindrance}</p>
          </Notice>
        )}
        <div className={styles["acts"]}>
          <Button kind="quiet" wide onClick={() => go(decline)}>
            Decline
          </Button>
          <Button type="submit" kind="accent" wide loading={busy} disabled={hindrance !== null}>
            Allow
          </Button>
        </div>
      </Form>
    </AccountFrame>
  );
}

function Maker({ name }: { readonly name: string }) {
  const { name: ours } = useBrand();
  return (
    <p>
      Made by <strong>{name}</strong>, a customer of {ours}. We haven’t checked this app. Allow it only if you
      trust them.
    </p>
  );
}

/** The rights that an app asks for, and those that it does not get. */
function Rights({ scopes }: Pick<Question, "scopes">) {
  const others = SCOPES.filter(({ scope }) => !scopes.includes(scope)).map(({ without }) => without);
  return (
    <div className={styles["rights"]}>
      <h2 className={styles["heading"]}>It can</h2>
      <ul className={styles["list"]}>
        {SCOPES.filter(({ scope }) => scopes.includes(scope)).map(({ scope, about }) => (
          <li key={scope} className={scope === "withdraw" ? styles["risky"] : undefined}>
            {scope === "withdraw" ? <RiskIcon size={20} /> : <DoneIcon size={20} />}
            <span>{about}</span>
          </li>
        ))}
      </ul>
      <h2 className={styles["heading"]}>It can’t</h2>
      <ul className={styles["list"]}>
        {[...others, "Change your password or how you log in"].map((right) => (
          <li key={right} className={styles["barred"]}>
            <StoppedIcon size={20} />
            <span>{right}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
