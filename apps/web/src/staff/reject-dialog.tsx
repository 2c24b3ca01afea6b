import { useRef } from "react";
import { Button } from "../controls/button.tsx";
import { Dialog } from "../controls/dialog.tsx";
import { TextField } from "../controls/text-field.tsx";
import { alertRefusal } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { Form } from "../ui/form.tsx";
import { useCheckedForm } from "../ui/use-checked-form.ts";
import type { ApprovalRequest } from "./approval-words.ts";
import styles from "./approvals-panel.module.css";

interface RejectDialogProps {
  readonly request: ApprovalRequest;
  readonly onClose: () => void;
  readonly onDecided: (decided: ApprovalRequest) => void;
  /** Called when the request has changed meanwhile. */
  readonly onRefused: () => void;
}

/** Asks why a request is rejected, which the one who asked reads, and rejects it. */
export function RejectDialog({ request, onClose, onDecided, onRefused }: RejectDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const { field, values, check, refuse } = useCheckedForm({
    fields: ["reason"],
    form,
    problemOf: (_name, value) => (value.trim() === "" ? "Reason is a required field" : undefined),
  });
  const reject = trpc.ops.approvals.reject.useMutation({
    onSuccess: onDecided,
    onError: (error) => {
      alertRefusal("Reject request", error, refuse);
      onRefused();
    },
  });
  return (
    <Dialog open title="Reject this request?" onClose={onClose}>
      <Form
        ref={form}
        className={styles["form"]}
        onSubmit={() => {
          if (!reject.isPending && check()) reject.mutate({ id: request.id, reason: values.reason });
        }}
      >
        <p>
          {request.title}: {request.subject}
        </p>
        <TextField
          {...field("reason")}
          label="Reason"
          hint={`${request.proposed_by.name} reads it; customers don’t.`}
          data-autofocus
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
    </Dialog>
  );
}
