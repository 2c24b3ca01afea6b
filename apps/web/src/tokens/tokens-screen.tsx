import type { CreatedToken } from "@wattle/contracts/tokens";
import { useEffect, useRef, useState } from "react";
import { alertFailure } from "../failed-call.ts";
import { SHOWN_IN_PLACE, trpc } from "../trpc.ts";
import { Button } from "../controls/button.tsx";
import { Panel } from "../controls/panel.tsx";
import { CopyRow } from "../controls/copy-row.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { TokenForm } from "./token-form.tsx";
import { TokenList } from "./token-list.tsx";
import styles from "./tokens-screen.module.css";

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
          <MadeToken token={made} onDone={() => setMade(undefined)} />
        )}
        <Panel title="Your tokens" loading={tokens.isPending}>
          {tokens.data === undefined ? (
            <EmptyState
              title="We couldn’t load your tokens"
              action={
                <Button kind="quiet" onClick={() => void tokens.refetch()}>
                  Try again
                </Button>
              }
            />
          ) : tokens.data.length === 0 ? (
            <EmptyState title="No token yet">
              A token lets software act for you without your password.
            </EmptyState>
          ) : (
            <TokenList tokens={tokens.data} />
          )}
        </Panel>
      </div>
    </>
  );
}

interface MadeTokenProps {
  readonly token: CreatedToken;
  readonly onDone: () => void;
}

/** The one time that a token is shown. */
function MadeToken({ token, onDone }: MadeTokenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles["made"]} aria-labelledby="made-token">
      <h2 id="made-token" ref={heading} tabIndex={-1} className={styles["title"]}>
        Copy your token now
      </h2>
      <p>
        You won’t see it again. Keep <strong>{token.name}</strong> as safe as a password.
      </p>
      <CopyRow label="Token" value={token.token} />
      <div>
        <Button onClick={onDone}>I’ve copied it</Button>
      </div>
    </section>
  );
}
