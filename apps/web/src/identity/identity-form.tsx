import type { IdentityState } from "@wattle/contracts/identity";
import {
  IDENTITY_FIELDS,
  IDENTITY_LABELS,
  identityProblem,
  needsBack,
  type DocumentSide,
  type IdentityField,
} from "@wattle/contracts/identity-rules";
import { useEffect, useRef, useState } from "react";
import { countryName, useCountryOptions } from "../accounts/country-options.ts";
import { alertFailure } from "../failed-call.ts";
import { recordAnswer } from "../record-answer.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { useCheckedForm } from "../ui/use-checked-form.ts";
import { DocumentField } from "./document-field.tsx";
import styles from "./identity-form.module.css";
import { Form } from "../ui/form.tsx";

export const DOCUMENT_TYPE_OPTIONS = [
  { value: "passport", label: "Passport" },
  { value: "driver_licence", label: "Driver licence" },
  { value: "national_id", label: "National identity card" },
] as const;

interface Step {
  readonly title: string;
  readonly why: string;
  readonly fields: readonly IdentityField[];
}

const STEPS: readonly Step[] = [
  {
    title: "Who you are",
    why: "Exactly as on your ID. We must verify customers by law.",
    fields: ["first_name", "middle_name", "last_name", "date_of_birth"],
  },
  {
    title: "Where you live",
    why: "Your home address, not a post box. It decides the rules and currencies that hold for you.",
    fields: ["street", "city", "state", "postcode", "address_country"],
  },
  {
    title: "Your document",
    why: "A person of ours compares it with the photo of you. Nobody else can open it, and each time it is opened is written down.",
    fields: ["document_type", "document_country", "document_number"],
  },
  {
    title: "Check your answers",
    why: "Once sent, they cannot be changed until we have looked at them.",
    fields: [],
  },
];
const LAST_STEP = STEPS.length - 1;
const DOCUMENT_STEP = 2;
const SELECTS: ReadonlySet<IdentityField> = new Set(["address_country", "document_type", "document_country"]);

const AUTO_COMPLETE: Readonly<Partial<Record<IdentityField, string>>> = {
  first_name: "given-name",
  middle_name: "additional-name",
  last_name: "family-name",
  date_of_birth: "bday",
  street: "street-address",
  city: "address-level2",
  state: "address-level1",
  postcode: "postal-code",
};

const today = (): string => new Date().toISOString().slice(0, 10);

/** The words for a stored value: names instead of codes. */
function valueText(field: IdentityField, value: string): string {
  if (value === "") return "–";
  if (field === "address_country" || field === "document_country") return countryName(value);
  if (field === "document_type") {
    return DOCUMENT_TYPE_OPTIONS.find((option) => option.value === value)?.label ?? value;
  }
  return value;
}

/** The step that still lacks something; the last one where nothing does. */
function firstOpenStep({ draft, documents }: IdentityState): number {
  const open = STEPS.findIndex(({ fields }) =>
    fields.some((field) => identityProblem(field, draft[field] ?? "", today()) !== undefined),
  );
  if (open !== -1) return open;
  const sides = new Set(documents.map(({ side }) => side));
  const complete =
    sides.has("front") && sides.has("selfie") && (!needsBack(draft.document_type) || sides.has("back"));
  return complete ? LAST_STEP : DOCUMENT_STEP;
}

/** The identity form in steps. What is typed is kept as soon as a field is left. */
export function IdentityForm({ state }: { readonly state: IdentityState }) {
  const utils = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [step, setStep] = useState(() => firstOpenStep(state));
  const [sending, setSending] = useState(false);
  const [photoProblems, setPhotoProblems] = useState<Partial<Record<DocumentSide, string>>>({});
  const countries = useCountryOptions();

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
      showAlert({ type: "success", text: "Your details were sent" });
      await utils.sessions.current.invalidate();
    },
    onError: (error) => {
      const failure = alertFailure("Send details", error);
      if (failure.errors === undefined) return;
      const { errors } = failure;
      const wrong = STEPS.findIndex(({ fields }) => fields.some((field) => errors[field] !== undefined));
      setStep(wrong === -1 ? DOCUMENT_STEP : wrong);
      setPhotoProblems({
        front: errors["front"]?.[0],
        back: errors["back"]?.[0],
        selfie: errors["selfie"]?.[0],
      });
      refuse(errors);
    },
  });

  const { field, values, problems, set, check, refuse } = useCheckedForm({
    fields: IDENTITY_FIELDS,
    form,
    initial: Object.fromEntries(IDENTITY_FIELDS.map((name) => [name, state.draft[name] ?? ""])),
    problemOf: (name, value) => identityProblem(name, value, today()),
    onCommit: (name, value) => save.mutate({ [name]: value }),
  });

  const moved = useRef(false);
  useEffect(() => {
    if (moved.current) heading.current?.focus();
    moved.current = true;
  }, [step]);

  const documentOf = (side: DocumentSide) => state.documents.find((document) => document.side === side);
  const wantsBack = needsBack(values.document_type);

  function photosComplete(): boolean {
    const found: Partial<Record<DocumentSide, string>> = {
      ...(documentOf("front") === undefined && { front: "Photo of the front is a required field" }),
      ...(wantsBack && documentOf("back") === undefined && { back: "Photo of the back is a required field" }),
      ...(documentOf("selfie") === undefined && { selfie: "Photo of yourself is a required field" }),
    };
    setPhotoProblems(found);
    return Object.keys(found).length === 0;
  }

  /** What is sent is what the customer sees, whatever became of keeping a single answer before. */
  async function keepAndSend(): Promise<void> {
    setSending(true);
    try {
      await save.mutateAsync(values);
      await send.mutateAsync();
    } catch {
      // Whichever was refused has said so.
    } finally {
      setSending(false);
    }
  }

  const submit = (): void => {
    const current = STEPS[step];
    if (current === undefined || sending) return;
    if (step === LAST_STEP) {
      void keepAndSend();
      return;
    }
    if (!check(current.fields)) return;
    if (step === DOCUMENT_STEP && !photosComplete()) return;
    setStep(step + 1);
  };

  const control = (name: IdentityField) => {
    if (SELECTS.has(name)) {
      const isType = name === "document_type";
      return (
        <SelectField
          key={name}
          label={IDENTITY_LABELS[name]}
          name={name}
          options={isType ? DOCUMENT_TYPE_OPTIONS : countries}
          {...(isType || values[name] === "" ? { placeholder: "Choose one" } : {})}
          value={values[name]}
          error={problems[name]}
          autoComplete={name === "address_country" ? "country" : "off"}
          required
          onChange={(value) => set(name, value)}
        />
      );
    }
    return (
      <TextField
        key={name}
        {...field(name)}
        label={IDENTITY_LABELS[name]}
        type={name === "date_of_birth" ? "date" : "text"}
        autoComplete={AUTO_COMPLETE[name] ?? "off"}
        required={name !== "middle_name"}
        {...(name === "middle_name" && { aside: <span className={styles["optional"]}>Optional</span> })}
        {...(name === "date_of_birth" && { max: today(), hint: "You must be at least 18 years old." })}
      />
    );
  };

  const current = STEPS[step];
  if (current === undefined) return null;
  return (
    <Form ref={form} className={styles["form"]} onSubmit={submit}>
      <div className={styles["progress"]}>
        <p className={styles["count"]}>
          Step {step + 1} of {STEPS.length}
        </p>
        <output className={styles["saved"]}>
          {save.isPending ? "Saving…" : save.isSuccess || state.saved_at !== null ? "Saved" : ""}
        </output>
        <div className={styles["bar"]} aria-hidden="true">
          {STEPS.map(({ title }, index) => (
            <span key={title} data-done={index <= step || undefined} />
          ))}
        </div>
      </div>
      <div>
        <h2 ref={heading} tabIndex={-1} className={styles["title"]}>
          {current.title}
        </h2>
        <p className={styles["why"]}>{current.why}</p>
      </div>
      {step < LAST_STEP && <div className={styles["fields"]}>{current.fields.map(control)}</div>}
      {step === DOCUMENT_STEP && (
        <div className={styles["photos"]}>
          <DocumentField
            side="front"
            label={wantsBack ? "Photo of the front" : "Photo of the document"}
            hint="JPEG, PNG or PDF, at most 10 MB. All four corners, no glare, everything readable."
            document={documentOf("front")}
            error={photoProblems.front}
          />
          {wantsBack && (
            <DocumentField
              side="back"
              label="Photo of the back"
              hint="The same, of the other side."
              document={documentOf("back")}
              error={photoProblems.back}
            />
          )}
          <DocumentField
            side="selfie"
            label="Photo of yourself with the document"
            hint="Your face and the document in one picture, both readable."
            document={documentOf("selfie")}
            error={photoProblems.selfie}
          />
        </div>
      )}
      {step === LAST_STEP && (
        <div className={styles["answers"]}>
          {STEPS.slice(0, LAST_STEP).map(({ title, fields }, index) => (
            <section key={title} aria-label={title}>
              <div className={styles["answersHead"]}>
                <h3>{title}</h3>
                <Button kind="quiet" onClick={() => setStep(index)}>
                  Change<span className="visually-hidden"> {title}</span>
                </Button>
              </div>
              <dl>
                {fields.map((name) => (
                  <div key={name}>
                    <dt>{IDENTITY_LABELS[name]}</dt>
                    <dd>{valueText(name, values[name])}</dd>
                  </div>
                ))}
                {index === DOCUMENT_STEP && (
                  <div>
                    <dt>Photos</dt>
                    <dd>{state.documents.map((document) => document.file_name).join(", ") || "–"}</dd>
                  </div>
                )}
              </dl>
            </section>
          ))}
        </div>
      )}
      <div className={styles["actions"]}>
        {step > 0 && (
          <Button kind="quiet" onClick={() => setStep(step - 1)}>
            Back
          </Button>
        )}
        <Button type="submit" kind={step === LAST_STEP ? "accent" : "primary"} loading={sending}>
          {step === LAST_STEP ? "Send my details" : "Continue"}
        </Button>
      </div>
    </Form>
  );
}
