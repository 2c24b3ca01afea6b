import type { FieldErrors } from "@wattle/contracts/errors";
import type { IdentityState } from "@wattle/contracts/identity";
import { aboutMissing, isAnswered, missingAbout } from "@wattle/contracts/identity-about";
import {
  IDENTITY_FIELDS,
  identityProblem,
  needsBack,
  type DocumentSide,
} from "@wattle/contracts/identity-rules";
import { lazy, Suspense, useEffect, useRef, useState, type RefObject } from "react";
import { alertFailure } from "../failed-call.ts";
import { loadChunk } from "../ui/load-chunk.ts";
import { recordAnswer } from "../record-answer.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Button } from "../controls/button.tsx";
import { isoDate } from "../controls/date-text.ts";
import { Skeleton } from "../controls/skeleton.tsx";
import { StepBar } from "../controls/step-bar.tsx";
import { useCheckedForm } from "../ui/use-checked-form.ts";
import { useNarrow } from "../ui/use-narrow.ts";
import { AboutQuestion } from "./about-question.tsx";
import { aboutAnswer, aboutAnswers, aboutTexts } from "./about-words.ts";
import { Answers } from "./identity-answers.tsx";
import { IdentitySelect, IdentityText, isSelect } from "./identity-fields.tsx";
import {
  DOCUMENT_STEP,
  documentOf,
  FORM_FIELDS,
  isAbout,
  LAST_STEP,
  STEPS,
  today,
  type ChosenPhotos,
  type Documents,
  type FormField,
} from "./identity-steps.ts";
import { SentBack, StepHead } from "./step-head.tsx";
import { UnfinishedCheck } from "./provider-check.tsx";
import { isUnchecked } from "./provider-words.ts";
import { useProviderPage } from "./use-provider-page.ts";
import { whatToFix } from "./what-to-fix.ts";
import styles from "./identity-form.module.css";
import { Form } from "../ui/form.tsx";

/** The drop zone for photos is loaded when the form comes to them. */
const Photos = lazy(() => loadChunk("photos", () => import("./photos.tsx")));

type Values = Readonly<Record<FormField, string>>;

/** Whether the questions must be answered: they were no part of forms that were sent before. */
const asksAbout = ({ submitted_at: sent }: IdentityState): boolean => sent === null;

function fieldProblem(state: IdentityState, field: FormField, value: string, values: Values) {
  if (!isAbout(field)) return identityProblem(field, value, today());
  const isMissing = missingAbout(aboutAnswers({ ...values, [field]: value }), asksAbout(state)).includes(
    field,
  );
  return isMissing ? aboutMissing(field) : undefined;
}

/** The form as it was kept. */
const keptValues = ({ draft }: IdentityState): Values =>
  Object.fromEntries(
    FORM_FIELDS.map((field) => [
      field,
      isAbout(field) ? aboutTexts(draft.about)[field] : (draft[field] ?? ""),
    ]),
  ) as Values;

/** The values that are texts. */
const pickTexts = (values: Values) =>
  Object.fromEntries(IDENTITY_FIELDS.map((field) => [field, values[field]]));

/** A field as it is kept. */
const draftOf = (field: FormField, value: string) =>
  isAbout(field) ? { about: aboutAnswer(field, value) } : { [field]: value };

/** Messages of the server by field. */
const errorsByField = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([name, said]) => [name.replace(/^about\./, ""), said]));

/** The step that still lacks something; the last one if nothing does. */
function firstOpenStep(state: IdentityState): number {
  const { draft, documents } = state;
  const values = keptValues(state);
  const open = STEPS.findIndex(({ fields }) =>
    fields.some((field) => fieldProblem(state, field, values[field], values) !== undefined),
  );
  if (open !== -1) return open;
  const sides = new Set(documents.map(({ side }) => side));
  const complete =
    state.check !== null ||
    (sides.has("front") && sides.has("selfie") && (!needsBack(draft.document_type) || sides.has("back")));
  return complete ? LAST_STEP : DOCUMENT_STEP;
}

/** Message of staff, and whether a photo that it asks for has not been replaced since. */
function sentBack({ status, reason, draft, documents, decided_at, check }: IdentityState) {
  if (status !== "rejected") return undefined;
  const fix = whatToFix(reason ?? "", draft.document_type);
  // At a provider no photo is replaced here.
  if (check !== null)
    return { step: check.state === "retry" ? LAST_STEP : fix.step, sides: [], isPhoto: false, waits: false };
  const isNew = (side: DocumentSide): boolean =>
    (documentOf(documents, side)?.created_at ?? "") > (decided_at ?? "");
  return { ...fix, waits: fix.sides.length > 0 && !fix.sides.some(isNew) };
}

/** First step of the form: the one it lacks, the one sent back, or its end. */
function openingStep(state: IdentityState): number {
  const lacking = firstOpenStep(state);
  const back = sentBack(state);
  if (lacking !== LAST_STEP || back === undefined) return lacking;
  return back.sides.length > 0 && !back.waits ? LAST_STEP : back.step;
}

type PhotoProblems = Partial<Record<DocumentSide, string>>;

function missingPhotos(documents: Documents, wantsBack: boolean): PhotoProblems {
  const lacks = (side: DocumentSide): boolean => documentOf(documents, side) === undefined;
  return {
    ...(lacks("front") && { front: "Photo of the front is a required field" }),
    ...(wantsBack && lacks("back") && { back: "Photo of the back is a required field" }),
    ...(lacks("selfie") && { selfie: "Selfie with your ID is a required field" }),
  };
}

const photoProblemsOf = (errors: FieldErrors): PhotoProblems => ({
  front: errors["front"]?.[0],
  back: errors["back"]?.[0],
  selfie: errors["selfie"]?.[0],
});

/** Moves the focus to a heading whenever the step changes, and not before. */
function useFocusOnChange(heading: RefObject<HTMLElement | null>, step: number): void {
  const moved = useRef(false);
  useEffect(() => {
    if (moved.current) heading.current?.focus();
    moved.current = true;
  }, [heading, step]);
}

function Progress({ step, saved }: { readonly step: number; readonly saved: string }) {
  return (
    <div className={styles["progress"]}>
      <p className={styles["count"]}>
        Step {step + 1} of {STEPS.length}
      </p>
      <output className={styles["saved"]}>{saved}</output>
      <StepBar steps={STEPS.length} reached={step + 1} />
    </div>
  );
}

interface LastStepProps {
  readonly state: IdentityState;
  readonly values: Values;
  readonly chosen: ChosenPhotos;
  readonly onChange: (step: number) => void;
}

/** All answers once more, and the rest to do at a provider. */
function LastStep({ state: { check, documents }, ...answers }: LastStepProps) {
  return (
    <>
      <Answers {...answers} documents={check === null ? documents : undefined} />
      {check !== null && <UnfinishedCheck check={check} />}
    </>
  );
}

interface FieldsProps extends Pick<
  ReturnType<typeof useCheckedForm<FormField>>,
  "field" | "values" | "problems" | "set"
> {
  readonly names: readonly FormField[];
}

/** The answers of one step. */
function Fields({ names, field, values, problems, set }: FieldsProps) {
  return (
    <div className={styles["fields"]}>
      {names.map((name) =>
        isAbout(name) ? (
          <AboutQuestion
            key={name}
            name={name}
            value={values[name]}
            error={problems[name]}
            onChange={(value) => set(name, value)}
          />
        ) : isSelect(name) ? (
          <IdentitySelect
            key={name}
            name={name}
            value={values[name]}
            error={problems[name]}
            onChange={(value) => set(name, value)}
          />
        ) : (
          <IdentityText key={name} field={{ ...field(name), name }} onSet={(value) => set(name, value)} />
        ),
      )}
    </div>
  );
}

interface ActionsProps {
  readonly step: number;
  readonly sending: boolean;
  /** How many photos are marked, of which one has to be replaced first. */
  readonly wrong: number;
  /** Photos come first: on a phone their buttons are the loud ones. */
  readonly waits: boolean;
  /** Words of the last step's button. */
  readonly last: string;
  readonly onStep: (step: number) => void;
}

/** The ways back and on, and what is to be done before. */
function Actions({ step, sending, wrong, waits, last, onStep }: ActionsProps) {
  const narrow = useNarrow();
  return (
    <>
      {wrong > 0 && (
        <p id="photo-first" className={styles["why"]}>
          Replace {wrong === 1 ? "the marked photo" : "one of the marked photos"} to continue.
        </p>
      )}
      <div className={styles["actions"]}>
        {step > 0 && (
          <Button kind="quiet" onClick={() => onStep(step - 1)}>
            Back
          </Button>
        )}
        <Button
          type="submit"
          kind={step === LAST_STEP ? "accent" : waits && narrow ? "quiet" : "primary"}
          loading={sending}
          disabled={wrong > 0}
          aria-describedby={wrong > 0 ? "photo-first" : undefined}
        >
          {step === LAST_STEP ? last : "Continue"}
        </Button>
      </div>
    </>
  );
}

/** The identity form in steps. Typed text is kept as soon as a field is left. */
export function IdentityForm({ state }: { readonly state: IdentityState }) {
  const utils = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [opening] = useState(() => openingStep(state));
  const [step, setStep] = useState(opening);
  const [sending, setSending] = useState(false);
  const [photoProblems, setPhotoProblems] = useState<PhotoProblems>({});
  const [chosen, setChosen] = useState<ChosenPhotos>({});

  const save = trpc.identity.save.useMutation({
    trpc: { context: { background: true } },
    // One after the other: the value typed last is the one that is kept.
    scope: { id: "identity.save" },
    // Its answer may be older than a photo that has just arrived.
    onSuccess: () => void utils.identity.get.invalidate(),
    onError: (error) => {
      alertFailure("Save", error);
    },
  });
  const send = trpc.identity.send.useMutation({
    onSuccess: async (answer) => {
      await recordAnswer(utils.identity.get, undefined, answer);
      showAlert({ type: "success", text: "Details submitted" });
      await utils.sessions.current.invalidate();
    },
    onError: (error) => showErrors(alertFailure("Submit details", error).errors ?? {}),
  });
  const atProvider = useProviderPage(showErrors);

  const { field, values, problems, set, check, refuse } = useCheckedForm({
    fields: FORM_FIELDS,
    form,
    initial: keptValues(state),
    problemOf: (name, value, others) => fieldProblem(state, name, value, others),
    tidy: (name, value) => (name === "date_of_birth" ? (isoDate(value) ?? value) : value),
    onCommit: (name, value) => save.mutate(draftOf(name, value)),
  });

  useFocusOnChange(heading, step);
  const wantsBack = needsBack(values.document_type);
  const back = sentBack(state);
  const waits = back?.waits === true;
  const isShut = waits && step >= DOCUMENT_STEP;
  /** Parts that were sent back come first. */
  const photosFirst = back?.isPhoto === true;

  /** Opens the first step that the server refused. */
  function showErrors(said: FieldErrors): void {
    const errors = errorsByField(said);
    if (Object.keys(errors).length === 0) return;
    const wrong = STEPS.findIndex(({ fields }) => fields.some((field) => errors[field] !== undefined));
    if (wrong !== -1) setStep(wrong);
    else setStep(state.check === null ? DOCUMENT_STEP : LAST_STEP);
    setPhotoProblems(photoProblemsOf(errors));
    refuse(errors);
  }

  /** The customer sends the visible values, even if keeping a single answer failed before. */
  async function keepAndSend(): Promise<void> {
    setSending(true);
    try {
      const about = aboutAnswers(values);
      await save.mutateAsync({ ...pickTexts(values), about });
      if (isUnchecked(state.check)) await atProvider.mutateAsync();
      else await send.mutateAsync(isAnswered(about) ? { about } : {});
    } catch {
      // Whichever was refused has said so.
    } finally {
      setSending(false);
    }
  }

  const submit = (): void => {
    const current = STEPS[step];
    if (current === undefined || sending || atProvider.isBusy) return;
    if (step === LAST_STEP) {
      void keepAndSend();
      return;
    }
    if (!check(current.fields)) return;
    if (step === DOCUMENT_STEP && state.check === null) {
      const missing = missingPhotos(state.documents, wantsBack);
      setPhotoProblems(missing);
      if (Object.keys(missing).length > 0) return;
    }
    setStep(step + 1);
  };

  const current = STEPS[step];
  if (current === undefined) return null;
  const saved = save.isPending ? "Saving…" : save.isSuccess || state.saved_at !== null ? "Saved" : "";
  const fields = step < LAST_STEP && <Fields names={current.fields} {...{ field, values, problems, set }} />;
  const photos = step === DOCUMENT_STEP && state.check === null && (
    <Suspense fallback={<Skeleton lines={6} />}>
      <Photos
        documents={state.documents}
        wantsBack={wantsBack}
        problems={photoProblems}
        wrong={waits ? back.sides : []}
        chosen={chosen}
        onSent={({ id }, file) => setChosen((others) => ({ ...others, [id]: file }))}
      />
    </Suspense>
  );
  return (
    <Form ref={form} className={styles["form"]} onSubmit={submit}>
      <Progress step={step} saved={saved} />
      <StepHead heading={heading} step={step} state={state} />
      {back !== undefined && step === opening && <SentBack reason={state.reason} check={state.check} />}
      {photosFirst && photos}
      {fields}
      {!photosFirst && photos}
      {step === LAST_STEP && <LastStep {...{ state, values, chosen }} onChange={setStep} />}
      <Actions
        step={step}
        sending={sending || atProvider.isBusy}
        wrong={isShut ? back.sides.length : 0}
        last={isUnchecked(state.check) ? "Continue to ID check" : "Submit details"}
        waits={photos !== false && Object.keys(missingPhotos(state.documents, wantsBack)).length > 0}
        onStep={setStep}
      />
    </Form>
  );
}
