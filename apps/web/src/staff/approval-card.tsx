import { displayMoment } from "@wattle/exchange-core/display";
import { useState } from "react";
import { Button } from "../controls/button.tsx";
import { DangerDialog } from "../controls/danger-dialog.tsx";
import { Dialog } from "../controls/dialog.tsx";
import { Status } from "../controls/status.tsx";
import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { Facts } from "../ui/facts.tsx";
import { approversText, noteText, outcomeText, waitingText, type ApprovalRequest } from "./approval-words.ts";
import styles from "./approvals-panel.module.css";
import { RejectDialog } from "./reject-dialog.tsx";

interface ApprovalProps {
  readonly request: ApprovalRequest;
  readonly onDecided: (decided: ApprovalRequest) => void;
  /** Called when the request has changed meanwhile. */
  readonly onRefused: () => void;
}

/** Approves or rejects what someone else has asked for. */
function Decide({ request, onDecided, onRefused }: ApprovalProps) {
  const [asking, setAsking] = useState<"approve" | "reject">();
  const close = (): void => setAsking(undefined);
  const approve = trpc.ops.approvals.approve.useMutation({
    onSuccess: onDecided,
    onError: (error) => {
      close();
      alertFailure("Approve request", error);
      onRefused();
    },
  });
  return (
    <>
      <div className={styles["actions"]}>
        <Button kind="quiet" onClick={() => setAsking("reject")}>
          Reject request
          <span className="visually-hidden">: {request.subject}</span>
        </Button>
        <Button onClick={() => setAsking("approve")}>
          Approve request
          <span className="visually-hidden">: {request.subject}</span>
        </Button>
      </div>
      <Dialog
        open={asking === "approve"}
        title="Approve this request?"
        onClose={close}
        actions={
          <>
            <Button kind="quiet" data-autofocus onClick={close}>
              Not now
            </Button>
            <Button loading={approve.isPending} onClick={() => approve.mutate({ id: request.id })}>
              Approve request
            </Button>
          </>
        }
      >
        <p>
          {request.title}: {request.subject}
        </p>
        <p>It’s done at once, under your name and {request.proposed_by.name}’s.</p>
      </Dialog>
      {asking === "reject" && (
        <RejectDialog request={request} onClose={close} onDecided={onDecided} onRefused={onRefused} />
      )}
    </>
  );
}

/** Takes back what one asked for oneself. */
function Withdraw({ request, onDecided, onRefused }: ApprovalProps) {
  const [asking, setAsking] = useState(false);
  const withdraw = trpc.ops.approvals.withdraw.useMutation({
    onSuccess: onDecided,
    onError: (error) => {
      setAsking(false);
      alertFailure("Withdraw request", error);
      onRefused();
    },
  });
  return (
    <>
      <p>You asked for this, so someone else must approve it.</p>
      <div className={styles["actions"]}>
        <Button kind="quiet" onClick={() => setAsking(true)}>
          Withdraw request
          <span className="visually-hidden">: {request.subject}</span>
        </Button>
      </div>
      <DangerDialog
        open={asking}
        title="Withdraw this request?"
        act="Withdraw request"
        keep="Keep request"
        acting={withdraw.isPending}
        onAct={() => withdraw.mutate({ id: request.id })}
        onKeep={() => setAsking(false)}
      >
        <p>Nothing is done. You can ask for it again.</p>
      </DangerDialog>
    </>
  );
}

/** What waits for whom; where no one could approve it, how someone can. */
function Waiting({ approver_roles: roles, approvers }: ApprovalRequest) {
  return (
    <div>
      <Status kind="waiting">{waitingText(roles)}</Status>
      {approvers > 0 ? (
        <p className={styles["detail"]}>{approversText(roles)}</p>
      ) : (
        <p className={styles["detail"]}>
          No one else can approve this yet. An admin can invite someone:{" "}
          <code>npm run ops -- staff invite EMAIL {roles.at(-1)}</code>
        </p>
      )}
    </div>
  );
}

/** One request: what is to be done, who asked, why one person is not enough, and what the one who looks can do. */
export function ApprovalCard({ request, onDecided, onRefused }: ApprovalProps) {
  const { details, reasons, proposed_by: proposer, status } = request;
  const acts = { request, onDecided, onRefused };
  return (
    <li className={styles["request"]}>
      <h3 className={styles["title"]}>{request.title}</h3>
      <p className={styles["subject"]}>{request.subject}</p>
      <Facts
        facts={[
          ...details.map(({ name, value }) => [name, noteText(value)] as const),
          ["Asked for by", proposer.email === "" ? proposer.name : `${proposer.name}, ${proposer.email}`],
          ["Asked", displayMoment(Date.parse(request.created_at))],
          ["Expires", displayMoment(Date.parse(request.expires_at))],
        ]}
      />
      <ul className={styles["reasons"]} aria-label="Why it needs two people">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {status === "pending" ? (
        <>
          <Waiting {...request} />
          {request.may_decide && <Decide {...acts} />}
          {request.own && <Withdraw {...acts} />}
        </>
      ) : (
        <output>
          <Status kind={status === "approved" ? "done" : status === "failed" ? "failed" : "stopped"}>
            {outcomeText(request)}
          </Status>
        </output>
      )}
    </li>
  );
}
