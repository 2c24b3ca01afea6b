import { useEffect, useRef } from "react";
import { Button } from "../../controls/button.tsx";
import { TextArea } from "../../controls/text-area.tsx";
import { alertRefusal } from "../../failed-call.ts";
import { useKept, useKeeping } from "../../session/kept-form.ts";
import { trpc } from "../../trpc.ts";
import { Form } from "../../ui/form.tsx";
import { useCheckedForm } from "../../ui/use-checked-form.ts";
import type { ApprovalRequest } from "./approval-words.ts";
import styles from "./approvals.module.css";

interface RejectFormProps {
  readonly request: ApprovalRequest;
  readonly onClose: () => void;
  readonly onDecided: (decided: ApprovalRequest) => void;
  /** Called when the request has changed meanwhile. */
  readonly onRefused: () => void;
}

/** Asks why a request is rejected, which the one who asked reads, and rejects it. */
export function RejectForm({ request, onClose, onDecided, onRefused }: RejectFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const name = `reject:${request.id}`;
  const kept = useKept(name);
  const { field, values, check, refuse } = useCheckedForm({
    fields: ["reason"],
    form,
    initial: kept ?? {},
    problemOf: (_name, value) => (value.trim() === "" ? "Reason is a required field" : undefined),
  });
  useKeeping(name, values);
  useEffect(() => form.current?.querySelector("textarea")?.focus(), []);
  const reject = trpc.ops.approvals.reject.useMutation({
    onSuccess: onDecided,
    onError: (error) => {
      alertRefusal("Reject request", error, refuse);
      onRefused();
    },
  });
  return (
    <Form
      ref={form}
      className={styles["form"]}
      onSubmit={() => {
        if (!reject.isPending && check()) reject.mutate({ id: request.id, reason: values.reason });
      }}
    >
      <TextArea
        {...field("reason")}
        label="Reason"
        hint={`${request.proposed_by.name} reads it; customers don’t.`}
        required
      />
      <div className={styles["actions"]}>
        <Button kind="quiet" onClick={onClose}>
          Keep request
        </Button>
        <Button kind="danger" type="submit" loading={reject.isPending}>
          Reject request
        </Button>
      </div>
    </Form>
  );
}
