import type { CreatedToken } from "@wattle/contracts/tokens";
import { useEffect, useState } from "react";
import { alertFailure } from "../failed-call.ts";
import { SHOWN_IN_PLACE, trpc } from "../trpc.ts";
import { Button } from "../controls/button.tsx";
import { CopyRow } from "../controls/copy-row.tsx";
import { Panel } from "../controls/panel.tsx";
import { MadeSecret } from "../controls/made-secret.tsx";
import { Loaded } from "../controls/loaded.tsx";
import { Emblem } from "../ui/emblem.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { AppsPanel } from "./apps-panel.tsx";
import { TokenForm } from "./token-form.tsx";
import { TokenList } from "./token-list.tsx";
import styles from "./tokens-screen.module.css";

/** With a variable in place of the token, which then is in no shell's history. */
const tryOut = (): string =>
  `curl ${window.location.origin}/api/users/balance \\\n  -H "Authorization: Bearer $API_TOKEN"`;

/**
 * Opens the guide with the token in its examples. A page that this one opens begins with a copy of its session storage, so the token is in
 * no address and is left nowhere.
 */
function openGuideWith(token: string): void {
  sessionStorage.setItem("token-for-docs", token);
  window.open("/api/docs");
  sessionStorage.removeItem("token-for-docs");
}

/** Tokens for the customer's own programs: making, seeing and revoking them. */
export function TokensScreen() {
  const tokens = trpc.tokens.list.useQuery(undefined, SHOWN_IN_PLACE);
  const [made, setMade] = useState<CreatedToken>();

  useEffect(() => {
    if (tokens.error !== null) alertFailure("Get API tokens", tokens.error);
  }, [tokens.error]);

  return (
    <>
      <ScreenHead
        title="API tokens"
        lead="Let your own software read your account or exchange for you."
        aside={
          <a className={styles["docs"]} href="/api/docs">
            How to use the API
          </a>
        }
      />
      <div className={styles["panels"]}>
        {made === undefined ? (
          <Panel title="Create a token">
            <TokenForm onMade={setMade} />
          </Panel>
        ) : (
          <MadeSecret
            title="Copy your token now"
            label="Token"
            secret={made.token}
            onDone={() => setMade(undefined)}
            acts={
              <Button kind="quiet" onClick={() => openGuideWith(made.token)}>
                Open the guide with it
              </Button>
            }
          >
            You won’t see it again. Keep <strong>{made.name}</strong> as safe as a password.
          </MadeSecret>
        )}
        <div className={styles["side"]}>
          <Panel title="Your tokens">
            <Loaded
              query={tokens}
              what="your tokens"
              lines={7}
              empty={
                <EmptyState emblem={<Emblem of="key" />} title="No token yet">
                  A token lets software act for you without your password.
                </EmptyState>
              }
            >
              {(data) => <TokenList tokens={data} />}
            </Loaded>
          </Panel>
          <AppsPanel />
          <Panel title="Try your token">
            <p className={styles["about"]}>
              Send it with every request. This one takes it from the variable API_TOKEN, and answers with your
              balances.
            </p>
            <CopyRow code label="In a terminal" value={tryOut()} />
          </Panel>
        </div>
      </div>
    </>
  );
}
