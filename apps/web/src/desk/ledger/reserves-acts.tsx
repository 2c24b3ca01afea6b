import { Panel } from "../../controls/panel.tsx";
import { callFailure } from "../../failed-call.ts";
import { CoinCover } from "../../liabilities/cover.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { saveFile } from "../../ui/save-file.ts";
import { actCall } from "../parts/act-call.ts";
import { ActDrawer } from "../parts/act-drawer.tsx";
import { momentText } from "../parts/moment-text.ts";
import parts from "../parts/parts.module.css";
import { countText } from "../parts/signed-money.ts";
import styles from "./wallets-page.module.css";

const LARGEST_FILE = 9_000_000;

interface ActProps {
  readonly onClose: () => void;
}

/** Asks for a proof of reserves: the file goes to the signer. */
export function ChallengeReserves({ onClose }: ActProps) {
  const challenge = trpc.ops.reserves.challenge.useMutation();
  return (
    <ActDrawer
      title="Ask for a proof of reserves"
      subject="reserves"
      button="Download the challenge"
      about={<p>Sign it where the keys are, with the signer’s “prove”. Then publish the file it writes.</p>}
      done="Challenge downloaded"
      call={() => actCall("ops.reserves.challenge", {})}
      run={async () => {
        const answer = await challenge.mutateAsync({});
        const bytes = Uint8Array.from(atob(answer.content), (character) => character.codePointAt(0) ?? 0);
        saveFile(answer.filename, bytes, "application/json");
        return answer;
      }}
      onClose={onClose}
    />
  );
}

/** Publishes the file that the signer wrote. */
export function PublishReserves({ onClose }: ActProps) {
  return (
    <ActDrawer
      title="Publish a proof of reserves"
      subject="reserves"
      button="Publish"
      about={
        <p>Everyone can read it at once. It names the treasury’s addresses, and none of a customer’s.</p>
      }
      fields={[
        {
          name: "content",
          label: "The signer’s file",
          file: {
            accept: { "application/json": [".json"] },
            largest: LARGEST_FILE,
            problems: { kind: "Choose a .json file", size: "Choose a file up to 9 MB" },
          },
        },
      ]}
      done="Proof of reserves published"
      call={({ content = "" }) => actCall("ops.reserves.publish", { content })}
      onClose={onClose}
    />
  );
}

/** The newest proof: how much of each coin that we owe the treasury holds. */
export function NewestReserves() {
  const { data, error } = trpc.reserves.document.useQuery(undefined, SHOWN_IN_PLACE);
  if (error !== null && callFailure(error).code === "not_found")
    return <p className={parts["muted"]}>No proof of reserves was published yet.</p>;
  if (data === undefined) return null;
  const { created_at: at, networks, spent, lower } = data;
  return (
    <Panel
      title={`Newest proof of reserves, ${momentText(at)}`}
      aside={<a href="/.well-known/reserves.json">The published document</a>}
    >
      <div className={styles["covers"]}>
        {networks.flatMap(({ currencies }) =>
          currencies.map((held) => <CoinCover key={held.currency} held={held} />),
        )}
      </div>
      {(spent.length > 0 || lower.length > 0) && (
        <p className={parts["muted"]}>
          {spent.length > 0 && `${countText(spent.length)} of its coins were spent since. `}
          {lower.length > 0 && `${countText(lower.length)} of its balances are lower since.`}
        </p>
      )}
    </Panel>
  );
}
