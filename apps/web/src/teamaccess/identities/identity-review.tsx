import { IDENTITY_CHECKS, type IdentityCheck } from "@wattle/contracts/identity-checks";
import { IDENTITY_FIELDS, IDENTITY_LABELS } from "@wattle/contracts/identity-rules";
import { displayMoment } from "@wattle/exchange-core/display";
import { useState } from "react";
import { Button } from "../../controls/button.tsx";
import { Checkbox } from "../../controls/checkbox.tsx";
import { Panel } from "../../controls/panel.tsx";
import { callFailure, failureText } from "../../failed-call.ts";
import { trpc } from "../../trpc.ts";
import { showAlert } from "../../ui/alert-store.ts";
import { Facts } from "../../ui/facts.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import type { CustomerFile, WaitingIdentity } from "../answers.ts";
import { Twins } from "../customers/customer-facts.tsx";
import { CUSTOMER_STATES } from "../customers/customer-states.ts";
import { ActDrawer } from "../parts/act-drawer.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import { Key } from "../parts/key.tsx";
import { useKeys } from "../parts/keys.ts";
import { LastActs } from "../parts/last-acts.tsx";
import parts from "../parts/parts.module.css";
import { useActAsOpened } from "../parts/use-as-opened.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { DocumentStage } from "./document-stage.tsx";
import styles from "./identities.module.css";

const CHECK_WORDS: Readonly<Record<IdentityCheck, string>> = {
  photo_whole: "Photo is whole, sharp, not of a screen",
  name_same: "Name is the same",
  number_same: "Number is the same",
  not_expired: "Not expired",
  born_same_day: "Born the same day, 18 or older",
  face_same: "Same face as the selfie",
  flags_seen: "Flags looked at",
};

/** What sends an identity back most often; the customer reads it. */
const PRESETS = [
  "The photo is blurred. Take it again in good light.",
  "A part of the document is cut off. Show all four corners.",
  "The document has expired. Send one that is valid.",
  "The name isn’t the one on the document. Enter it as it is there.",
];

interface IdentityReviewProps {
  readonly file: CustomerFile;
  readonly next: WaitingIdentity | undefined;
  readonly onNext: () => void;
}

/** The list of checks: each is answered before Verify, and kept with the decision. */
function Checklist({ file, onNext }: Omit<IdentityReviewProps, "next">) {
  const { id } = file.user;
  const utils = trpc.useUtils();
  const [checked, setChecked] = useState<ReadonlySet<IdentityCheck>>(new Set());
  const verify = trpc.ops.customers.verify.useMutation({
    onSuccess: () => {
      showAlert({ type: "success", text: "Identity verified" });
      onNext();
    },
    onSettled: () => void utils.ops.today.invalidate(),
  });
  const toggle = (check: IdentityCheck): void =>
    setChecked(new Set(IDENTITY_CHECKS.filter((each) => checked.has(each) !== (each === check))));
  const left = IDENTITY_CHECKS.length - checked.size;
  const decide = (): void => {
    if (left === 0 && !verify.isPending) verify.mutate({ id, checks: [...IDENTITY_CHECKS] });
  };
  useKeys([
    ...IDENTITY_CHECKS.map((check, index) => ({
      keys: String(index + 1),
      does: CHECK_WORDS[check],
      run: () => toggle(check),
    })),
    { keys: "v", does: "Verify, once every check is ticked", run: decide },
  ]);
  return (
    <Panel title="Checklist" aside={`${checked.size} of ${IDENTITY_CHECKS.length}`}>
      {IDENTITY_CHECKS.map((check, index) => (
        <Checkbox
          key={check}
          name={check}
          label={
            <>
              {CHECK_WORDS[check]} <Key>{String(index + 1)}</Key>
            </>
          }
          checked={checked.has(check)}
          onChange={() => toggle(check)}
        />
      ))}
      {verify.error !== null && (
        <div role="alert" className={parts["refused"]}>
          <p>{failureText(callFailure(verify.error))}</p>
          <LastActs subject={id} />
        </div>
      )}
      <div className={parts["acts"]}>
        <Button disabled={left > 0} loading={verify.isPending} onClick={decide}>
          Verify <Key>v</Key>
        </Button>
        {left > 0 && <p className={parts["muted"]}>{left} to go</p>}
      </div>
    </Panel>
  );
}

/** Sends an identity back; the customer reads why. */
function SendBack({
  file,
  late,
  onNext,
  onClose,
}: Pick<IdentityReviewProps, "file" | "onNext"> & { readonly late: boolean; readonly onClose: () => void }) {
  const reject = trpc.ops.customers.reject.useMutation();
  const { id } = file.user;
  return (
    <ActDrawer
      title="Send back"
      button="Send back"
      kind="danger"
      fields={[
        { name: "message", label: "What the customer should do", lines: true, presets: PRESETS },
        { name: "internal_note", label: "Internal note", lines: true, optional: true },
      ]}
      reads={({ message = "" }) => `We couldn’t verify your details: ${message}`}
      changes={[{ what: "Identity", before: "waiting", after: "sent back" }]}
      subject={id}
      late={late}
      done="Identity sent back"
      run={({ message = "", internal_note: note = "" }) =>
        reject.mutateAsync({ id, message, ...(note.trim() !== "" && { internal_note: note }) })
      }
      onDone={onNext}
      onClose={onClose}
    />
  );
}

/** An identity under review: photos, the form, who may be the same person, the checklist, and the decision. */
export function IdentityReview({ file, next, onNext }: IdentityReviewProps) {
  const { search, change } = useDeskSearch();
  const { user, identity, duplicates } = file;
  const { form, documents, submitted_at: since } = identity;
  const isWaiting = user.status === "pending";
  const back = (): void => change({ act: "back" });
  const open = useActAsOpened(isWaiting && search["act"] === "back" ? "back" : undefined);
  useKeys([
    { keys: "b", does: "Send back", run: back },
    { keys: "j", does: "Next identity", run: onNext },
  ]);
  return (
    <Screen
      title={`${user.first_name} ${user.last_name}`.trim() || user.email}
      aside={<SiteLink to="/teamaccess/identities">All identities</SiteLink>}
    >
      <p className={parts["muted"]}>
        {since === null ? "Not sent" : `Sent ${displayMoment(Date.parse(since))}`} ·{" "}
        <SiteLink to={`/teamaccess/customers?id=${user.id}`}>{user.email}</SiteLink>
      </p>
      <div className={styles["columns"]}>
        <DocumentStage documents={documents} />
        <div className={styles["side"]}>
          {duplicates.length > 0 && <Twins duplicates={duplicates} />}
          <Panel title="Form">
            <Facts
              facts={IDENTITY_FIELDS.filter((field) => (form[field] ?? "") !== "").map((field) => [
                IDENTITY_LABELS[field],
                form[field],
              ])}
            />
          </Panel>
          {isWaiting ? (
            <Checklist file={file} onNext={onNext} />
          ) : (
            <output>This identity doesn’t wait: {CUSTOMER_STATES[user.status][1].toLowerCase()}.</output>
          )}
          <div className={parts["acts"]}>
            {isWaiting && (
              <Button kind="quiet" onClick={back}>
                Send back <Key>b</Key>
              </Button>
            )}
            <Button kind="quiet" onClick={onNext}>
              {next === undefined ? "To the list" : "Next"} <Key>j</Key>
            </Button>
          </div>
        </div>
      </div>
      {open !== undefined && (
        <SendBack file={file} late={!isWaiting} onNext={onNext} onClose={() => change({ act: "" })} />
      )}
    </Screen>
  );
}
