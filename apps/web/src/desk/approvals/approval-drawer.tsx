import { useState } from "react";
import { Button } from "../../controls/button.tsx";
import { DangerDialog } from "../../controls/danger-dialog.tsx";
import { Dialog } from "../../controls/dialog.tsx";
import { Panel } from "../../controls/panel.tsx";
import { Status } from "../../controls/status.tsx";
import { Loaded } from "../../controls/loaded.tsx";
import { alertFailure, callFailure, failureText } from "../../failed-call.ts";
import { useSession } from "../../session/session-store.ts";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { Facts } from "../../ui/facts.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { ActEffects } from "../parts/act-effects.tsx";
import { momentText } from "../parts/moment-text.ts";
import { LookingAt, useHere } from "../parts/presence.tsx";
import { useMay } from "../parts/use-may.ts";
import { useToday } from "../parts/use-today.ts";
import {
  aboutText,
  approversText,
  changesText,
  decidedText,
  labelOf,
  noteText,
  outcomeText,
  waitingText,
  type ApprovalRequest,
} from "./approval-words.ts";
import styles from "./approvals.module.css";
import { BatchLook, useBatchLook } from "./batch-look.tsx";
import { RejectForm } from "./reject-form.tsx";

interface ApprovalProps {
  readonly request: ApprovalRequest;
  readonly onDecided: () => void;
}

/** Approves or rejects what someone else has asked for. */
function Decide({ request, onDecided }: ApprovalProps) {
  const [rejecting, setRejecting] = useState(false);
  const approve = trpc.ops.approvals.approve.useMutation({ onSettled: onDecided });
  if (rejecting)
    return (
      <RejectForm
        request={request}
        onClose={() => setRejecting(false)}
        onDecided={onDecided}
        onRefused={onDecided}
      />
    );
  return (
    <>
      <p className={styles["detail"]}>
        You are the second person. It’s done at once, under your name and {request.proposed_by.name}’s. We
        check it again first.
      </p>
      {approve.error !== null && (
        <p role="alert" className={styles["refused"]}>
          {failureText(callFailure(approve.error))}
        </p>
      )}
      <div className={styles["foot"]}>
        <Button kind="quiet" onClick={() => setRejecting(true)}>
          Reject request
        </Button>
        <Button kind="accent" loading={approve.isPending} onClick={() => approve.mutate({ id: request.id })}>
          Approve request
        </Button>
      </div>
    </>
  );
}

/** Takes back what one asked for oneself. */
function Withdraw({ request, onDecided }: ApprovalProps) {
  const [asking, setAsking] = useState(false);
  const withdraw = trpc.ops.approvals.withdraw.useMutation({
    onSettled: onDecided,
    onError: (error) => {
      setAsking(false);
      alertFailure("Withdraw request", error);
    },
  });
  return (
    <>
      <p>You asked for this, so someone else must approve it.</p>
      <div className={styles["actions"]}>
        <Button kind="quiet" onClick={() => setAsking(true)}>
          Withdraw request
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

/** The request's next approver. If no one could approve it, how someone can. */
function Waiting({ approver_roles: roles, approvers }: ApprovalRequest) {
  const may = useMay();
  return (
    <div>
      <Status kind="waiting">{waitingText(roles)}</Status>
      {approvers > 0 ? (
        <p className={styles["detail"]}>{approversText(roles)}</p>
      ) : (
        <p className={styles["detail"]}>
          No one else can approve this yet.{" "}
          {may("ops.staff.invite") ? (
            <SiteLink to="/teamaccess/team?act=invite">Invite someone on Staff</SiteLink>
          ) : (
            "An admin can invite someone on Staff."
          )}
        </p>
      )}
    </div>
  );
}

/** How it ended. Green is only for the one who approved it; anyone who came second reads who was first. */
function Outcome({ request }: Pick<ApprovalProps, "request">) {
  const { status } = request;
  const byColleague = decidedText(request, useSession()?.user.id);
  const kind = status === "approved" ? "done" : status === "failed" ? "failed" : "stopped";
  return (
    <output>
      <Status kind={byColleague === undefined ? kind : "stopped"}>
        {byColleague ?? outcomeText(request)}
      </Status>
    </output>
  );
}

/** Details that the rows of a batch show, each with its payee. */
const IN_ROWS = new Set(["Total", "Payments", "References"]);

/** One request: the act, who asked, why one person is not enough, and the reader's choices. */
function Approval({ request, onDecided }: ApprovalProps) {
  const {
    details,
    changes,
    reads,
    reasons,
    warnings,
    proposed_by: proposer,
    decided_by: decider,
    status,
  } = request;
  const acts = { request, onDecided };
  const look = useBatchLook(request);
  // A batch can't be released unseen: its payees must be loaded.
  const isKnown = look === undefined || look.batch !== undefined;
  return (
    <>
      <p className={styles["subject"]}>{aboutText(request)}</p>
      {warnings.length > 0 && (
        <Notice kind="warn">
          {warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </Notice>
      )}
      <ActEffects {...{ changes, reads, reasons }} title={changesText(request)} />
      {look !== undefined && <BatchLook {...look} />}
      <Facts
        facts={[
          ...details
            .filter(({ name }) => look === undefined || !IN_ROWS.has(name))
            .map(({ name, value }) => [labelOf(name), noteText(value)] as const),
          ["Asked for by", proposer.email === "" ? proposer.name : `${proposer.name}, ${proposer.email}`],
          ["Asked", momentText(request.created_at)],
          status === "pending" || decider === null
            ? (["Expires", momentText(request.expires_at)] as const)
            : (["Decided by", decider.name] as const),
        ]}
      />
      {status === "pending" ? (
        <>
          {!request.may_decide && <Waiting {...request} />}
          {request.may_decide && isKnown && <Decide {...acts} />}
          {request.own && <Withdraw {...acts} />}
        </>
      ) : (
        <Outcome request={request} />
      )}
    </>
  );
}

/** Leads on from a list with nothing more to decide: requests that it does not show may wait. */
function WhatIsLeft() {
  const { data } = useToday();
  const left = data?.queues.find(({ queue }) => queue === "approvals")?.count;
  if (left !== undefined && left > 0)
    return <SiteLink to="/teamaccess/approvals">{left} more to decide. Show them</SiteLink>;
  return (
    <SiteLink to="/teamaccess">{left === 0 ? "Nothing left to decide. Go to Today" : "Go to Today"}</SiteLink>
  );
}

interface ApprovalDrawerProps {
  readonly id: string;
  /** The next one that waits for the one who looks. */
  readonly next: string | undefined;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}

interface RequestProps {
  readonly id: string;
  readonly found: ReturnType<typeof useFound>;
  readonly onDecided: () => void;
}

const useFound = (id: string) => trpc.ops.approvals.find.useQuery({ id }, SHOWN_IN_PLACE);

/** A request as it is read, whether it is opened or shown by itself. */
const Request = ({ id, found, onDecided }: RequestProps) => (
  <>
    <LookingAt subject={id} />
    <Loaded query={found} what="this request" lines={6}>
      {(request) => <Approval key={id} request={request} onDecided={onDecided} />}
    </Loaded>
  </>
);

/** A request at the side of the list: on a phone it has the whole screen. */
export function ApprovalDrawer({ id, next, onOpen, onClose }: ApprovalDrawerProps) {
  const utils = trpc.useUtils();
  useHere({ kind: "approval", id });
  const found = useFound(id);
  return (
    <Dialog open place="side" title={found.data?.title ?? "Request"} onClose={onClose}>
      <Request id={id} found={found} onDecided={() => void utils.ops.today.invalidate()} />
      {found.data !== undefined && found.data.status !== "pending" && (
        <div className={styles["actions"]}>
          {next === undefined ? <WhatIsLeft /> : <Button onClick={() => onOpen(next)}>Next request</Button>}
        </div>
      )}
    </Dialog>
  );
}

/** A request next to the list though no one has opened it. Deciding opens it, so that its outcome is read. */
export function ApprovalPanel({ id, onOpen }: Pick<ApprovalDrawerProps, "id" | "onOpen">) {
  const utils = trpc.useUtils();
  const found = useFound(id);
  return (
    <Panel title={found.data?.title ?? "Request"}>
      <div className={styles["beside"]}>
        <Request
          id={id}
          found={found}
          onDecided={() => {
            onOpen(id);
            void utils.ops.today.invalidate();
          }}
        />
      </div>
    </Panel>
  );
}
