import { accountVersion } from "@wattle/db/account-version";
import type { Database } from "@wattle/db/database";
import type { Clock } from "../clock.ts";
import type { Config } from "../config.ts";
import { createAccountGate, type AccountGate, type Costly } from "./account-gate.ts";
import { createKeptAnswers } from "./kept-answers.ts";

/** The account that reads, and how the read is treated. */
interface CostlyRead {
  readonly account: string;
  readonly costly: Costly;
  readonly kept?: boolean | undefined;
  readonly goesOn?: boolean | undefined;
}

/** A procedure step's result, success or not. */
interface Answered {
  readonly ok: boolean;
}

export interface CostlyReads extends Pick<AccountGate, "inPieces"> {
  /**
   * Reads when the account's turn comes, or answers what was read less than a minute ago and would be the same.
   * @param question what names the read among those of the account
   * @throws DomainError `too_many_requests` if too many of the account's reads wait already
   */
  run<T extends Answered>(
    read: CostlyRead,
    question: () => Promise<string>,
    answer: () => Promise<T>,
  ): Promise<T>;
}

/** How the reads that cost much are shared out among accounts, for tRPC and REST alike. */
export function createCostlyReads({
  config,
  database,
  clock,
}: {
  readonly config: Pick<Config, "ACCOUNT_SHARE">;
  readonly database: Pick<Database, "read">;
  readonly clock: Clock;
}): CostlyReads {
  const gate = createAccountGate(config.ACCOUNT_SHARE);
  const kept = createKeptAnswers<Answered>(clock);
  return {
    inPieces: (account, pieces) => gate.inPieces(account, pieces),
    async run<T extends Answered>(
      { account, costly, kept: isKept = false, goesOn }: CostlyRead,
      question: () => Promise<string>,
      answer: () => Promise<T>,
    ) {
      const inTurn = () => gate.run(account, costly, answer, goesOn);
      if (!isKept) return inTurn();
      // Read before the answer is: a change between the two makes the kept answer one of the past.
      const asked = {
        account,
        question: await question(),
        version: await accountVersion(database.read, account),
      };
      return (await kept.read(asked, inTurn)) as T;
    },
  };
}
