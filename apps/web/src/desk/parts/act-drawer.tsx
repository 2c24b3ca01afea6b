import { getUntypedClient } from "@trpc/client";
import type { AwaitingApproval } from "@wattle/contracts/approvals";
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from "react";
import { Button } from "../../controls/button.tsx";
import { Dialog } from "../../controls/dialog.tsx";
import { SelectField, type SelectOption } from "../../controls/select-field.tsx";
import { Status } from "../../controls/status.tsx";
import { TextArea } from "../../controls/text-area.tsx";
import { TextField } from "../../controls/text-field.tsx";
import { callFailure, failureText, type CallFailure } from "../../failed-call.ts";
import { draftOf, saveDraft, useKept, useKeeping } from "../../session/kept-form.ts";
import { trpc } from "../../trpc.ts";
import { showAlert } from "../../ui/alert-store.ts";
import { classNames } from "../../ui/class-names.ts";
import { Form } from "../../ui/form.tsx";
import { useCheckedForm } from "../../ui/use-checked-form.ts";
import type { ActCall } from "./act-call.ts";
import { ActEffects } from "./act-effects.tsx";
import { FileField, type FileKind } from "./file-field.tsx";
import { Key } from "./key.tsx";
import { LastActs } from "./last-acts.tsx";
import { momentText } from "./moment-text.ts";
import styles from "./parts.module.css";
import { LookingAt } from "./presence.tsx";
import { RequestReference } from "./request-reference.tsx";
import { TickField } from "./tick-field.tsx";
import { offerUndo } from "./undo.tsx";
import { useActPreview } from "./use-act-preview.ts";

/** Field of an act, in its own words. */
type Values = Readonly<Record<string, string>>;

export interface ActField {
  /** As the procedure calls it: its refusals show there. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** Several lines; `letter` has room for a whole email. */
  readonly lines?: boolean | "letter";
  readonly optional?: boolean;
  /** The subject still lacks it: the focus begins there if it is empty. */
  readonly wanted?: boolean;
  readonly initial?: string;
  readonly options?: readonly SelectOption[];
  /** Choices after other fields have changed, if they differ. */
  readonly optionsFor?: (values: Values) => readonly SelectOption[];
  /** Whether it is asked for, after what was chosen in other fields. */
  readonly shownFor?: (values: Values) => boolean;
  /** A file is chosen: the value is its bytes in base64, which no draft keeps. */
  readonly file?: FileKind;
  /** Several options may be ticked: the value has them with commas, in the order in which they were ticked. */
  readonly several?: true;
  /** Texts that fit often; a long one with what its button says. */
  readonly presets?: readonly (string | { readonly label: string; readonly text: string })[];
  /** Problem of a text before the server is asked. */
  readonly problem?: (value: string) => string | undefined;
}

type ActAnswer = AwaitingApproval | { readonly outcome?: "done" } | object;

export interface ActDrawerProps {
  readonly title: string;
  /** Names the act on its one button. A function can depend on the chosen values. */
  readonly button: string | ((values: Values) => string);
  readonly kind?: "primary" | "danger" | "accent";
  /** Subject of the act. */
  readonly about?: ReactNode;
  readonly fields?: readonly ActField[];
  /** Effects of the choice, as it is made. */
  readonly shows?: (values: Values) => ReactNode;
  /** For a change of something existing: it can be sent once a field differs from its first value. */
  readonly edits?: true;
  /**
   * Subject of the act, by its identifier in the audit log; a name if the act makes its subject. Drafts are kept per
   * subject, and if someone was first, their act is shown.
   */
  readonly subject: string;
  /** Identifier in the audit log of what someone else has changed, if that is not the subject. */
  readonly log?: string | undefined;
  /** A colleague did it while this was open, or changed what it is about, as a text says: it says who, and is not done. */
  readonly late?: boolean | string;
  /** False where something is in its way, which `about` says: there is no button then. */
  readonly isPossible?: boolean | undefined;
  /** Said once it is done. */
  readonly done: string;
  /** The act, whose preview shows; undefined as long as something is missing. None if it is more than one, which `run` does. */
  readonly call?: (values: Values) => ActCall | undefined;
  /** Does it in another way than by only the call. */
  readonly run?: (values: Values) => Promise<ActAnswer>;
  readonly onDone?: () => void;
  /** The inverse act, if there is one: offered for some seconds once it is done. Never for money. */
  readonly undo?: (values: Values) => ActCall;
  readonly onClose: () => void;
}

const isAwaiting = (answer: ActAnswer): answer is AwaitingApproval =>
  "outcome" in answer && answer.outcome === "awaiting_approval";

function Awaiting({
  approval,
  onClose,
}: Pick<AwaitingApproval, "approval"> & { readonly onClose: () => void }) {
  return (
    <output className={styles["form"]}>
      <Status kind="waiting">Waiting for a second person</Status>
      <ul>
        {approval.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <p>Nothing is done yet. Expires {momentText(approval.expires_at)}.</p>
      <div className={styles["sideFoot"]}>
        <Button onClick={onClose}>Close</Button>
      </div>
    </output>
  );
}

const LETTER_ROWS = 12;

function FieldOf({
  spec,
  values,
  state,
  begins,
}: {
  readonly spec: ActField;
  readonly values: Values;
  /** The focus begins there. */
  readonly begins: boolean;
  readonly state: ReturnType<ReturnType<typeof useCheckedForm<string>>["field"]> & {
    readonly set: (value: string) => void;
  };
}) {
  const { set, ...field } = state;
  const { label, hint, lines = false, optional = false, presets = [] } = spec;
  if (spec.file !== undefined)
    return (
      <FileField
        {...spec.file}
        name={field.name}
        error={field.error}
        label={label}
        hint={hint}
        isChosen={field.value !== ""}
        onChange={set}
        begins={begins}
      />
    );
  const options = spec.optionsFor?.(values) ?? spec.options;
  if (spec.several === true)
    return (
      <TickField
        {...field}
        label={label}
        hint={hint}
        options={options ?? []}
        onChange={set}
        begins={begins}
      />
    );
  if (options !== undefined)
    return (
      <SelectField
        name={field.name}
        value={field.value}
        error={field.error}
        label={label}
        hint={hint}
        options={options}
        onChange={set}
        data-autofocus={begins || undefined}
      />
    );
  const Control = lines === false ? TextField : TextArea;
  return (
    <div>
      <Control
        {...field}
        label={optional ? `${label} (optional)` : label}
        hint={hint}
        required={!optional}
        data-autofocus={begins || undefined}
        {...(lines === "letter" && { rows: LETTER_ROWS })}
      />
      {presets.length > 0 && (
        <div className={styles["presets"]}>
          {presets
            .map((preset) => (typeof preset === "string" ? { label: preset, text: preset } : preset))
            .map(({ label: says, text }) => (
              <Button
                key={says}
                kind="quiet"
                className={classNames(styles["small"], styles["preset"])}
                aria-pressed={field.value === text}
                onClick={() => set(text)}
              >
                {says}
              </Button>
            ))}
        </div>
      )}
    </div>
  );
}

/** The field to begin with. */
const firstOf = (fields: readonly ActField[]): ActField | undefined =>
  fields.find(({ wanted = false, initial = "" }) => wanted && initial === "") ??
  fields.find(({ options }) => options === undefined) ??
  fields[0];

interface RefusedProps {
  readonly text: string;
  readonly requestId?: string | undefined;
  readonly late: boolean;
  readonly log: string;
}

/** Expected errors explain themselves, and no log has them: support looks for the others by their reference. */
const refusalOf = (failure: CallFailure): Omit<RefusedProps, "log"> => ({
  text: failureText(failure),
  requestId: failure.status >= 500 ? failure.requestId : undefined,
  late: failure.code === "state_conflict",
});

/** Effects of the act as the server plans it, or its refusal. */
function Preview({ preview: { data, error } }: { readonly preview: ReturnType<typeof useActPreview> }) {
  if (error !== null) return <p className={styles["muted"]}>{failureText(callFailure(error))}</p>;
  return data === undefined ? null : <ActEffects {...data} title="What changes" />;
}

/** Why it was not done, and who was first where someone was. */
function Refused({ text, requestId, late, log }: RefusedProps) {
  return (
    <div role="alert" className={styles["refused"]}>
      <p>{text}</p>
      <RequestReference id={requestId} />
      {late && <LastActs subject={log} />}
    </div>
  );
}

type FieldValues = Readonly<Record<string, string>>;

/**
 * Keeps what was typed, for when the drawer opens again.
 * @param initials what was there from the start, which may be another then
 * @param files fields that are not typed
 */
function useTypedKept(
  name: string,
  values: FieldValues,
  initials: FieldValues,
  files: readonly string[],
): void {
  const typed = Object.fromEntries(
    Object.entries(values).filter(([field, value]) => value !== initials[field] && !files.includes(field)),
  );
  useKeeping(name, typed);
  const keep = useEffectEvent(() => saveDraft(name, typed));
  useEffect(() => keep(), [values]);
}

/**
 * The one way in which staff do something: the act, the reason, the customer's message, the changes, and one button.
 * Drafts stay on an error, on closing within the page, and when the session ends.
 */
export function ActDrawer(props: ActDrawerProps) {
  const { title, button, kind = "primary", about, fields = [], call, subject, done } = props;
  const { late = false, isPossible = true } = props;
  const utils = trpc.useUtils();
  const client = getUntypedClient(utils.client);
  const send = ({ act, input }: ActCall): Promise<object> => client.mutation(act, input) as Promise<object>;
  const form = useRef<HTMLFormElement>(null);
  const name = `act:${title}:${subject}`;
  const kept = useKept(name);
  const initials = Object.fromEntries(fields.map(({ name: field, initial = "" }) => [field, initial]));
  const [awaiting, setAwaiting] = useState<AwaitingApproval["approval"]>();
  const [acting, setActing] = useState(false);
  const [refused, setRefused] = useState<Omit<RefusedProps, "log">>();
  const problemOf = (asked: string, value: string): string | undefined => {
    const spec = fields.find((field) => field.name === asked);
    return spec?.optional !== true && value.trim() === ""
      ? `${spec?.label} is a required field`
      : spec?.problem?.(value);
  };
  const checked = useCheckedForm<string>({
    fields: fields.map(({ name }) => name),
    form,
    initial: { ...initials, ...kept, ...draftOf(name) },
    problemOf,
  });
  const files = fields.flatMap(({ name: field, file }) => (file === undefined ? [] : [field]));
  useTypedKept(name, checked.values, initials, files);

  const act = async (): Promise<void> => {
    setActing(true);
    setRefused(undefined);
    try {
      const { values } = checked;
      const answer = (await (props.run?.(values) ?? (asked && send(asked)))) ?? {};
      saveDraft(name, {});
      if (isAwaiting(answer)) setAwaiting(answer.approval);
      else {
        const { undo } = props;
        if (undo === undefined) showAlert({ type: "success", text: done });
        else offerUndo({ done, undo: () => send(undo(checked.values)) });
        props.onDone?.();
        props.onClose();
      }
    } catch (error) {
      const failure = callFailure(error);
      setRefused(refusalOf(failure));
      if (failure.errors !== undefined) checked.refuse(failure.errors);
    } finally {
      setActing(false);
      // Says that something was done, whereupon what shows is read again.
      void utils.ops.today.invalidate();
    }
  };
  const shown = fields.filter((field) => field.shownFor?.(checked.values) ?? true);
  const outdone = late !== false && !acting;
  const missing = fields.some(
    (field) => problemOf(field.name, checked.values[field.name] ?? "") !== undefined,
  );
  const asked = call?.(checked.values);
  const unchanged =
    (call !== undefined && asked === undefined) ||
    (props.edits === true && fields.every(({ name: field }) => checked.values[field] === initials[field]));
  const isReady = isPossible && !outdone && !missing && !unchanged;
  // A file is sent once.
  const preview = useActPreview(isReady && files.length === 0 ? asked : undefined);
  const lateText = late === true ? "Someone has already done this." : late;
  const refusal = refused ?? (outdone && lateText !== false ? { text: lateText, late: true } : undefined);
  const press = (): void => {
    if (isPossible && !acting && !outdone && !unchanged && checked.check()) void act();
  };
  return (
    <Dialog open place="side" title={title} onClose={props.onClose}>
      {awaiting !== undefined ? (
        <Awaiting approval={awaiting} onClose={props.onClose} />
      ) : (
        <Form
          ref={form}
          className={styles["form"]}
          onSubmit={press}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            if (event.ctrlKey) press();
            // Enter in a field would send it, too. Every act of staff is meant: by its button or its keys.
            else if (event.target instanceof HTMLInputElement) event.preventDefault();
          }}
        >
          <LookingAt subject={subject} />
          {about}
          {shown.map((spec) => (
            <FieldOf
              key={spec.name}
              spec={spec}
              values={checked.values}
              begins={spec === firstOf(shown)}
              state={{
                ...checked.field(spec.name),
                set: (value) => checked.set(spec.name, value),
              }}
            />
          ))}
          {props.shows?.(checked.values)}
          {isReady && files.length === 0 && <Preview preview={preview} />}
          {refusal !== undefined && <Refused {...refusal} log={props.log ?? subject} />}
          <div className={classNames(styles["sideFoot"], kind === "danger" && styles["apart"])}>
            {isPossible && (
              // A harmful act can be pressed once all is filled in; the keys say what is missing.
              <Button
                type="submit"
                kind={kind}
                loading={acting}
                disabled={outdone || unchanged || (kind === "danger" && missing)}
              >
                {typeof button === "function" ? button(checked.values) : button} <Key>Ctrl Enter</Key>
              </Button>
            )}
            {/* Without a field the focus begins here: Ctrl and Enter send from within the form alone. */}
            <Button kind="quiet" data-autofocus={fields.length === 0 || undefined} onClick={props.onClose}>
              {isPossible ? "Cancel" : "Back"}
            </Button>
          </div>
        </Form>
      )}
    </Dialog>
  );
}
