import type { TokenItem } from "@wattle/contracts/tokens";
import { useState } from "react";
import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Button } from "../controls/button.tsx";
import { DangerDialog } from "../controls/danger-dialog.tsx";
import { Status } from "../controls/status.tsx";
import { TokenRequests } from "./token-requests.tsx";
import { expiryText, hasExpired, lastUseText, SCOPES } from "./token-words.ts";
import styles from "./token-list.module.css";

/** The customer's tokens, each with what it may do, when it was last used, and the ways to see its requests and to end it. */
export function TokenList({ tokens }: { readonly tokens: readonly TokenItem[] }) {
  const utils = trpc.useUtils();
  const [doomed, setDoomed] = useState<TokenItem>();
  const [open, setOpen] = useState<string>();
  const [now] = useState(() => Date.now());
  const revoke = trpc.tokens.revoke.useMutation({
    onSuccess: () => {
      showAlert({ type: "success", text: "Token revoked" });
    },
    onError: (error) => {
      alertFailure("API token", error);
    },
    onSettled: async () => {
      setDoomed(undefined);
      await utils.tokens.list.invalidate();
    },
  });
  return (
    <>
      <ul className={styles["list"]}>
        {tokens.map((token) => (
          <li key={token.id} className={styles["token"]}>
            <div className={styles["words"]}>
              <p className={styles["name"]}>{token.name}</p>
              <p className={styles["detail"]}>
                {token.app_id === null ? <code>{token.hint}…</code> : "App you allowed"}
                {" · "}
                {SCOPES.filter(({ scope }) => token.scopes.includes(scope))
                  .map(({ name }) => name)
                  .join(", ")}
              </p>
              {token.addresses.length > 0 && (
                <p className={styles["detail"]}>Allowed from {token.addresses.join(", ")}</p>
              )}
              <p className={styles["detail"]}>{lastUseText(token)}</p>
              {hasExpired(token, now) ? (
                <Status kind="stopped">{expiryText(token, now)}</Status>
              ) : (
                <p className={styles["detail"]}>{expiryText(token, now)}</p>
              )}
            </div>
            <div className={styles["acts"]}>
              <Button
                kind="quiet"
                aria-expanded={open === token.id}
                onClick={() => setOpen(open === token.id ? undefined : token.id)}
              >
                Requests
                <span className="visually-hidden"> of {token.name}</span>
              </Button>
              <Button kind="quiet" onClick={() => setDoomed(token)}>
                Revoke
                <span className="visually-hidden"> {token.name}</span>
              </Button>
            </div>
            {open === token.id && (
              <div className={styles["requests"]}>
                <TokenRequests token={token} />
              </div>
            )}
          </li>
        ))}
      </ul>
      <DangerDialog
        open={doomed !== undefined}
        title="Revoke this token?"
        act="Revoke token"
        keep="Keep token"
        acting={revoke.isPending}
        onAct={() => {
          if (doomed !== undefined) revoke.mutate({ id: doomed.id });
        }}
        onKeep={() => setDoomed(undefined)}
      >
        <p>
          Anything using <strong>{doomed?.name}</strong> stops working. You can’t undo this.
        </p>
      </DangerDialog>
    </>
  );
}
