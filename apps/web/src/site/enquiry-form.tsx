import { FIELD_LENGTHS } from "@wattle/contracts/field-rules";
import type { EnquiryTopic } from "@wattle/contracts/support";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { refusalOf, useCaptcha } from "../accounts/use-captcha.tsx";
import { useBrand } from "../brand/brand.tsx";
import { alertRefusal } from "../failed-call.ts";
import { useSession } from "../session/session-store.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Button } from "../ui/button.tsx";
import { FieldShell, inputClass, TextField } from "../ui/field.tsx";
import { useRuledForm } from "./use-ruled-form.ts";
import styles from "./enquiry-form.module.css";
import { Form } from "../ui/form.tsx";

const FIELDS = ["name", "email", "message"] as const;

interface EnquiryFormProps {
  readonly topic: EnquiryTopic;
  readonly title: ReactNode;
  /** Advice under the message. */
  readonly messageHint: ReactNode;
  readonly send: string;
}

/** Name, email and message: kept by the server, answered with a reference to quote. */
export function EnquiryForm({ topic, title, messageHint, send }: EnquiryFormProps) {
  const brand = useBrand();
  const session = useSession();
  const form = useRef<HTMLFormElement>(null);
  const { field, values, set, check, refuse, reset } = useRuledForm(FIELDS, form);
  const [reference, setReference] = useState<string>();
  const receipt = useRef<HTMLHeadingElement>(null);
  const mutation = trpc.support.send.useMutation({
    onSuccess: (answer) => {
      setReference(answer.reference);
      reset();
      captcha.reset();
      showAlert({ type: "success", text: "We’ve got your message" });
    },
    onError: (error) => {
      alertRefusal("Send message", error, refuse);
      captcha.reset();
    },
  });

  const captcha = useCaptcha({
    send: (pass) =>
      refusalOf(mutation.mutateAsync({ ...values, topic, ...(pass !== null && { captcha: pass }) })),
  });

  // The account's details are filled in, unless something has been typed there.
  const known = session?.user;
  const filled = useRef(false);
  useEffect(() => {
    if (known === undefined || filled.current) return;
    filled.current = true;
    if (values.name === "") set("name", `${known.first_name} ${known.last_name}`);
    if (values.email === "") set("email", known.email);
  }, [known, values, set]);

  // Form and receipt take each other's place; the focus goes along.
  const answered = useRef(false);
  useEffect(() => {
    if (reference !== undefined) receipt.current?.focus();
    else if (answered.current) form.current?.querySelector("input")?.focus();
    answered.current = reference !== undefined;
  }, [reference]);

  if (reference !== undefined) {
    return (
      <div className={styles["form"]}>
        <h2 ref={receipt} tabIndex={-1}>
          Message sent
        </h2>
        <p>We’ll reply by email. Your reference:</p>
        <p translate="no" className={styles["reference"]}>
          {reference}
        </p>
        <div>
          <Button kind="quiet" onClick={() => setReference(undefined)}>
            Send another message
          </Button>
        </div>
      </div>
    );
  }

  const written = Array.from(values.message.trim()).length;
  return (
    <Form ref={form} className={styles["form"]} onSubmit={() => void (check() && captcha.submit())}>
      <h2>{title}</h2>
      <TextField {...field("name")} label="Name" autoComplete="name" aria-required="true" />
      <TextField
        {...field("email")}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        aria-required="true"
      />
      <FieldShell
        label="Message"
        error={field("message").error}
        valid={field("message").valid}
        hint={messageHint}
        aside={
          <span className={styles["count"]} aria-hidden="true">
            {written} of {FIELD_LENGTHS.message.max}
          </span>
        }
      >
        {(control) => (
          <textarea
            {...control}
            name="message"
            className={inputClass}
            rows={6}
            aria-required="true"
            value={field("message").value}
            onChange={field("message").onChange}
            onBlur={field("message").onBlur}
          />
        )}
      </FieldShell>
      {captcha.widget}
      <Button type="submit" kind="accent" wide loading={captcha.sending}>
        {send}
      </Button>
      <p className={styles["instead"]}>
        Never send passwords or card numbers. You can also email{" "}
        <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>.
      </p>
    </Form>
  );
}
