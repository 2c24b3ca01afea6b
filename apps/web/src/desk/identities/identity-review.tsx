import { IDENTITY_CHECKS, PROVIDER_NAMES, type IdentityCheck } from "@wattle/contracts/identity-checks";
import type { IdentityCheckReport } from "@wattle/contracts/identity";
import { useState } from "react";
import { Button } from "../../controls/button.tsx";
import { Checkbox } from "../../controls/checkbox.tsx";
import { Loaded, type Answer } from "../../controls/loaded.tsx";
import { Panel } from "../../controls/panel.tsx";
import { Status } from "../../controls/status.tsx";
import { callFailure, failureText } from "../../failed-call.ts";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { classNames } from "../../ui/class-names.ts";
import { SiteLink } from "../../ui/site-link.tsx";
import type { CustomerFile, WaitingIdentity } from "../parts/answers.ts";
import { useHold } from "../customers/customer-acts.ts";
import { Twins } from "../customers/customer-facts.tsx";
import { customerName, CUSTOMER_STATES } from "../parts/customer-states.ts";
import { ActButtons } from "../parts/act-buttons.tsx";
import { actCall } from "../parts/act-call.ts";
import { ActDrawer } from "../parts/act-drawer.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import { noted, OPTIONAL_NOTE } from "../parts/fields.ts";
import { Key } from "../parts/key.tsx";
import { useKeys } from "../parts/keys.ts";
import { LastActs } from "../parts/last-acts.tsx";
import { momentText } from "../parts/moment-text.ts";
import parts from "../parts/parts.module.css";
import { LookingAt, useHere } from "../parts/presence.tsx";
import { offerUndo } from "../parts/undo.tsx";
import { useActAsOpened } from "../parts/use-as-opened.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { useMay } from "../parts/use-may.ts";
import { CHECK_WORDS } from "../parts/check-words.ts";
import { DocumentStage, type Compared, type Look } from "./document-stage.tsx";
import { FormFacts, PlansPanel } from "./form-facts.tsx";
import { presetsFor } from "./send-back-presets.ts";
import styles from "./identities.module.css";
import { givenChecks } from "./given-checks.ts";
import { ProviderPanel } from "./provider-panel.tsx";
import { LastTry, photosThen } from "./last-try.tsx";

interface IdentityReviewProps {
  readonly file: CustomerFile;
  /** Those around it in the list, if there are any. */
  readonly before: WaitingIdentity | undefined;
  readonly next: WaitingIdentity | undefined;
  /** Opens one; without one the list. */
  readonly onOpen: (row: WaitingIdentity | undefined) => void;
}

/** Which checks are ticked, by hand or by key, and verifying once all are. */
function useChecks(
  {
    id,
    name,
    report,
  }: { readonly id: string; readonly name: string; readonly report: IdentityCheckReport | null | undefined },
  onNext: () => void,
) {
  const utils = trpc.useUtils();
  const unverify = trpc.ops.customers.unverify.useMutation();
  // A check keeps what the clerk has said of it, if a provider’s report comes or changes.
  const [said, setSaid] = useState<ReadonlyMap<IdentityCheck, boolean>>(new Map());
  const given = givenChecks(report);
  const checked = new Set(IDENTITY_CHECKS.filter((check) => said.get(check) ?? given.includes(check)));
  const verify = trpc.ops.customers.verify.useMutation({
    onSuccess: () => offerUndo({ done: `${name} verified`, undo: () => unverify.mutateAsync({ id }) }),
    onSettled: () => void utils.ops.today.invalidate(),
  });
  const left = IDENTITY_CHECKS.length - checked.size;
  return {
    checked,
    /** The first that isn’t ticked. */
    current: IDENTITY_CHECKS.find((check) => !checked.has(check)),
    toggle: (check: IdentityCheck): void => setSaid(new Map(said).set(check, !checked.has(check))),
    left,
    verify,
    decide: (): void => {
      if (left > 0 || verify.isPending) return;
      // Only while this one is open: anyone who has gone on already stays where they are.
      verify.mutate(
        { id, checks: [...IDENTITY_CHECKS], ...(report != null && { answer_at: report.changed_at }) },
        { onSuccess: onNext },
      );
    },
  };
}

/** How a photo is looked at for each check: what is printed on it is read enlarged. */
const WHOLE = { side: "front", zoom: 100 } as const;
const PRINT = { side: "front", zoom: 150 } as const;
const LOOKS: Readonly<Record<IdentityCheck, Look>> = {
  photo_whole: WHOLE,
  name_same: PRINT,
  number_same: PRINT,
  not_expired: PRINT,
  born_same_day: PRINT,
  face_same: WHOLE,
  flags_seen: WHOLE,
};

/** The answer of an identity provider, null if it was not asked; undefined for those who may not read it. */
function useReport(id: string): Answer<IdentityCheckReport | null> | undefined {
  const may = useMay();
  const enabled = may("ops.customers.identityCheck");
  const query = trpc.ops.customers.identityCheck.useQuery({ id }, { enabled, ...SHOWN_IN_PLACE });
  return enabled ? query : undefined;
}

/** Words in the place of photos, if there are none: that none was sent is said only if no provider has them. */
const withoutPhotos = (report: IdentityCheckReport | null | undefined): string =>
  report === undefined
    ? "There are no photos here."
    : report === null
      ? "No photo was sent."
      : `${PROVIDER_NAMES[report.provider]} has the photos.`;

interface ChecksProps {
  readonly checks: ReturnType<typeof useChecks>;
}

/** The list of checks: each is answered before Verify, and kept with the decision. */
function Checklist({ checks: { checked, current, toggle, decide } }: ChecksProps) {
  useKeys([
    ...IDENTITY_CHECKS.map((check, index) => ({
      keys: String(index + 1),
      does: CHECK_WORDS[check],
      run: () => toggle(check),
    })),
    ...(current === undefined
      ? []
      : [{ keys: "Space", does: `Tick: ${CHECK_WORDS[current]}`, run: () => toggle(current) }]),
    { keys: "v", does: "Verify, once every check is ticked", run: decide },
  ]);
  return (
    <Panel
      title="Checklist"
      className={styles["checks"]}
      aside={`${checked.size} of ${IDENTITY_CHECKS.length}`}
    >
      {IDENTITY_CHECKS.map((check, index) => (
        <Checkbox
          key={check}
          name={check}
          className={classNames(styles["check"], check === current && styles["current"])}
          label={
            <span className={styles["ask"]}>
              {CHECK_WORDS[check]} <Key>{check === current ? "Space" : String(index + 1)}</Key>
            </span>
          }
          checked={checked.has(check)}
          onChange={() => toggle(check)}
        />
      ))}
    </Panel>
  );
}

/** Verifies once every check is ticked, and says why that was refused. */
function Verify({ checks: { left, verify, decide }, id }: ChecksProps & { readonly id: string }) {
  return (
    <>
      {verify.error !== null && (
        <div role="alert" className={parts["refused"]}>
          <p>{failureText(callFailure(verify.error))}</p>
          <LastActs subject={id} />
        </div>
      )}
      <div className={parts["acts"]}>
        <Button className={parts["small"]} disabled={left > 0} loading={verify.isPending} onClick={decide}>
          Verify <Key>v</Key>
        </Button>
        {left > 0 && <p className={parts["muted"]}>{left} to go</p>}
      </div>
    </>
  );
}

/** Sends an identity back; the customer reads why. */
function SendBack({
  file,
  check,
  late,
  onNext,
  onClose,
}: Pick<IdentityReviewProps, "file"> & {
  /** The first check that isn’t ticked. */
  readonly check: IdentityCheck | undefined;
  readonly late: boolean;
  readonly onNext: () => void;
  readonly onClose: () => void;
}) {
  const { id } = file.user;
  return (
    <ActDrawer
      title="Send back"
      button="Send back"
      kind="danger"
      fields={[
        { name: "message", label: "What the customer should do", lines: true, presets: presetsFor(check) },
        OPTIONAL_NOTE,
      ]}
      subject={id}
      late={late}
      done={`${customerName(file.user)} sent back`}
      call={({ message = "", ...more }) => actCall("ops.customers.reject", { id, message, ...noted(more) })}
      onDone={onNext}
      onClose={onClose}
    />
  );
}

/** Photos to compare with: those of a twin by its id, or of the last try. */
const LAST_TRY = "last try";

/** Owner of the other photos: a twin, or the customer in the last try. */
function useCompared({ duplicates, identity }: CustomerFile) {
  const [chosen, setChosen] = useState<string>();
  const twin = duplicates.find((each) => each.id === chosen);
  const file = trpc.ops.customers.get.useQuery({ id: chosen ?? "" }, { enabled: twin !== undefined });
  const then = photosThen(identity);
  const toggle = (wanted: string): void => setChosen(wanted === chosen ? undefined : wanted);
  const [first] = duplicates;
  const others: Compared | undefined = twin &&
    file.data && { name: customerName(twin), documents: file.data.identity.documents };
  useKeys([
    ...(first === undefined
      ? []
      : [{ keys: "c", does: "Compare with who may be the same person", run: () => toggle(first.id) }]),
    ...(then === undefined
      ? []
      : [{ keys: "l", does: "Compare with the last attempt’s photos", run: () => toggle(LAST_TRY) }]),
  ]);
  return { chosen, compared: chosen === LAST_TRY ? then : others, toggle };
}

interface SideProps extends ChecksProps, Pick<IdentityReviewProps, "file"> {
  readonly report: ReturnType<typeof useReport>;
  /** Owner of the photos next to these, and changing that. */
  readonly compared: string | undefined;
  readonly onCompare: (id: string) => void;
}

/** Facts next to the photos: possible duplicates, changes, the form, the checklist. */
function Side({ file: { user, identity, duplicates }, report, checks, compared, onCompare }: SideProps) {
  const { form, since_last_try: lastTry } = identity;
  const isWaiting = user.status === "pending";
  return (
    <div className={styles["side"]}>
      {duplicates.length > 0 && (
        <Twins
          duplicates={duplicates}
          compared={compared}
          onCompare={onCompare}
          documentNumber={form.document_number}
        />
      )}
      {report !== undefined && (
        <Loaded query={report} what="the identity provider’s answer">
          {(answer) => answer !== null && <ProviderPanel report={answer} />}
        </Loaded>
      )}
      {lastTry !== null && <LastTry identity={identity} since={lastTry} />}
      <Panel title="Form" className={styles["form"]}>
        <FormFacts
          form={form}
          changed={lastTry?.changed ?? []}
          check={isWaiting ? checks.current : undefined}
        />
      </Panel>
      {isWaiting ? (
        <Checklist checks={checks} />
      ) : (
        <output>This identity isn’t waiting: {CUSTOMER_STATES[user.status].word.toLowerCase()}.</output>
      )}
      <PlansPanel form={form} answers={lastTry?.answers ?? []} />
    </div>
  );
}

/** The way to those around it in the list. */
function Walk({ before, next, onOpen }: Omit<IdentityReviewProps, "file">) {
  return (
    <div className={parts["away"]}>
      <ActButtons
        acts={[
          { letter: "j", button: next === undefined ? "To the list" : "Next", run: () => onOpen(next) },
          ...(before === undefined ? [] : [{ letter: "k", button: "Previous", run: () => onOpen(before) }]),
        ]}
      />
    </div>
  );
}

/** An identity under review: photos, what they are compared with, and the decision. */
export function IdentityReview({ file, before, next, onOpen }: IdentityReviewProps) {
  const { search, change } = useDeskSearch();
  const may = useMay();
  const { user, identity, on_hold: onHold } = file;
  useHere({ kind: "customer", id: user.id });
  const { documents, submitted_at: since, since_last_try: lastTry } = identity;
  const isWaiting = user.status === "pending";
  const onNext = (): void => onOpen(next);
  const name = customerName(user);
  const report = useReport(user.id);
  const checks = useChecks({ id: user.id, name, report: report?.data }, onNext);
  const hold = useHold(file);
  const acts = [
    ...(isWaiting ? [{ act: "back", letter: "n", button: "Send back" }] : []),
    ...(isWaiting && hold !== undefined && may(hold.needs)
      ? [{ act: "hold", letter: "h", button: hold.button }]
      : []),
  ];
  const { chosen, compared, toggle } = useCompared(file);
  const wanted = acts.find(({ act }) => act === search["act"])?.act;
  const open = useActAsOpened(wanted === undefined ? undefined : { act: wanted, hold });
  const close = (): void => change({ act: "" });
  return (
    <Screen
      title={name}
      aside={
        <p className={styles["aside"]}>
          <span className={parts["muted"]}>
            {since === null ? "Not sent" : `Sent ${momentText(since)}`} ·{" "}
            <SiteLink to={`/teamaccess/customers?id=${user.id}`}>{user.email}</SiteLink>
          </span>
          <SiteLink to="/teamaccess/identities">All identities</SiteLink>
        </p>
      }
    >
      <LookingAt subject={user.id} />
      {onHold.length > 0 && <Status kind="risk">On hold: {onHold.join(", ")}</Status>}
      <div className={styles["review"]}>
        <div className={styles["columns"]}>
          <DocumentStage
            documents={documents}
            missing={withoutPhotos(report?.data)}
            changed={lastTry?.photos.map(({ side }) => side)}
            paired
            look={isWaiting && checks.current !== undefined ? LOOKS[checks.current] : undefined}
            compared={compared}
          >
            {photosThen(identity) !== undefined && (
              <Button
                kind="quiet"
                className={parts["small"]}
                aria-pressed={chosen === LAST_TRY}
                onClick={() => toggle(LAST_TRY)}
              >
                Last try <Key>l</Key>
              </Button>
            )}
          </DocumentStage>
          <Side file={file} report={report} checks={checks} compared={chosen} onCompare={toggle} />
        </div>
        <div className={classNames(styles["bar"], styles["sticks"])}>
          {isWaiting && (
            <div className={classNames(styles["decide"], styles["sticks"])}>
              <Verify checks={checks} id={user.id} />
              <ActButtons acts={acts.map((each) => ({ ...each, run: () => change({ act: each.act }) }))} />
            </div>
          )}
          <Walk before={before} next={next} onOpen={onOpen} />
        </div>
      </div>
      {open?.act === "back" && (
        <SendBack file={file} check={checks.current} late={!isWaiting} onNext={onNext} onClose={close} />
      )}
      {open?.act === "hold" && open.hold !== undefined && (
        <ActDrawer
          title={open.hold.title}
          button={open.hold.button}
          about={<p>The identity stays in the queue.</p>}
          fields={open.hold.fields}
          subject={user.id}
          late={hold === undefined}
          done={`${open.hold.done}: ${name}`}
          call={open.hold.call}
          onDone={onNext}
          onClose={close}
        />
      )}
    </Screen>
  );
}
