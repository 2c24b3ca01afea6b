import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { trpc } from "../../trpc.ts";
import type { CustomerFile } from "../parts/answers.ts";
import { joined, type Loaded } from "./timeline-pages.ts";

type Transaction = CustomerFile["history"]["data"][number];
type AuditLine = CustomerFile["audit"][number];

/** Lines of the log that are read at once: as many as the customer's file has. */
const AUDIT_LINES = 20;

/** Whether it fails is said where it was asked for. */
const QUIET = { context: { quiet: true } } as const;

interface Older {
  readonly history: Loaded<Transaction>;
  readonly audit: Loaded<AuditLine>;
}

/** Loaded transactions of a customer and lines of the log, and the function that loads older ones. */
export function useOlder(file: CustomerFile) {
  const utils = trpc.useUtils();
  const [older, setOlder] = useState<Older>();
  const id = file.user.id;
  const history = joined({ rows: file.history.data, next: file.history.next }, older?.history);
  const audit = joined({ rows: file.audit, next: file.audit_next }, older?.audit);
  const load = useMutation({
    // A finished list has nothing before. As much is read of both, so that the timeline grows by either.
    mutationFn: async (): Promise<Older> => {
      const { ops } = utils.client;
      const [transactions, lines] = await Promise.all([
        history.next === null ? undefined : ops.customers.history.query({ id, after: history.next }, QUIET),
        audit.next === null
          ? undefined
          : ops.audit.list.query({ subject: id, after: audit.next, per_page: AUDIT_LINES }, QUIET),
      ]);
      return {
        history: {
          rows: [...history.rows, ...(transactions?.data ?? [])],
          next: transactions?.next ?? null,
        },
        audit: { rows: [...audit.rows, ...(lines?.data ?? [])], next: lines?.next ?? null },
      };
    },
    onSuccess: setOlder,
  });
  return {
    history,
    audit,
    /** Loads what was before; undefined if all is loaded. */
    load: history.next === null && audit.next === null ? undefined : () => load.mutate(),
    loading: load.isPending,
    error: load.error,
  };
}
