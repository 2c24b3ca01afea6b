import { useMutation } from "@tanstack/react-query";
import { callFailure, failureText } from "../../failed-call.ts";
import { trpc } from "../../trpc.ts";
import type { BankLineRecord } from "../parts/answers.ts";
import { ActDrawer } from "../parts/act-drawer.tsx";
import styles from "./bank.module.css";
import { referenceOf, seenOf } from "./line-acts.ts";
import { goesTo, lineMoney, sumText } from "../parts/line-words.ts";

/** Results of the lines that were credited together. */
export interface CertainOutcome {
  readonly credited: readonly BankLineRecord[];
  readonly waiting: readonly BankLineRecord[];
  readonly refused: readonly { readonly line: BankLineRecord; readonly why: string }[];
  /** No answer came, or the server failed: it may be credited all the same. */
  readonly unknown: BankLineRecord | undefined;
  /** So many were not credited for `why`, which would have kept each of them. */
  readonly left: number;
  readonly why: string | undefined;
}

const lines = (count: number): string => `${count} certain line${count === 1 ? "" : "s"}`;
export const certainText = (some: readonly BankLineRecord[]): string =>
  `Credit ${lines(some.length)}, ${sumText(some)}`;

/** One run at a time, even if its drawer is closed. */
export const CERTAIN_RUN = ["credit-certain"] as const;

/** Whether the next line could not do better: no answer, no session, too many calls, or the server has failed. */
const stops = (status: number): boolean => status === 0 || status === 401 || status === 429 || status >= 500;

interface CreditCertainProps {
  readonly lines: readonly BankLineRecord[];
  readonly onOutcome: (outcome: CertainOutcome) => void;
  readonly onClose: () => void;
}

/** Asks, then credits each line whose proposal leaves no doubt. The server judges each of them by itself. */
export function CreditCertain({ lines: certain, onOutcome, onClose }: CreditCertainProps) {
  const utils = trpc.useUtils();
  const run = async (): Promise<object> => {
    const [credited, waiting]: [BankLineRecord[], BankLineRecord[]] = [[], []];
    const refused: { line: BankLineRecord; why: string }[] = [];
    let unknown: BankLineRecord | undefined;
    let why: string | undefined;
    let known = 0;
    for (const line of certain) {
      try {
        const context = { quiet: true };
        const { outcome } = await utils.client.ops.bankLines.credit.mutate(
          { id: line.id, ...referenceOf(line), seen: seenOf(line) },
          { context },
        );
        (outcome === "done" ? credited : waiting).push(line);
      } catch (error) {
        const failure = callFailure(error);
        if (stops(failure.status)) {
          why = failureText(failure);
          if (failure.status === 0 || failure.status >= 500) unknown = line;
          break;
        }
        refused.push({ line, why: failureText(failure) });
      }
      known += 1;
    }
    const left = certain.length - known - (unknown === undefined ? 0 : 1);
    onOutcome({ credited, waiting, refused, unknown, left, why });
    return {};
  };
  const running = useMutation({ mutationKey: CERTAIN_RUN, mutationFn: run });
  return (
    <ActDrawer
      title={certainText(certain)}
      subject="certain"
      button={`Credit ${lines(certain.length)}`}
      about={
        <>
          <p>
            Each matches one deposit’s reference, amount and payer. Any that need a second person will wait
            for approval.
          </p>
          <ul className={styles["certain"]}>
            {certain.map((line) => (
              <li key={line.id}>
                <span>{goesTo(line)}</span> <strong>{lineMoney(line)}</strong>
              </li>
            ))}
            {certain.length > 1 && (
              <li className={styles["sum"]}>
                <span>Total</span> <strong>{sumText(certain)}</strong>
              </li>
            )}
          </ul>
        </>
      }
      done="See the result"
      run={() => running.mutateAsync()}
      onClose={onClose}
    />
  );
}
