import { leaseChain } from "@wattle/db/chains";
import { startTimer, type StartTimer } from "../prices/timer.ts";
import { TurnLost, type Followed, type RenewTurn } from "./followed.ts";

/** So long after its next look was due, a process that says nothing is followed by another. */
const SILENCE_MILLISECONDS = 4000;
/** The turn is renewed so often while one look lasts, such as at a slow node. */
const RENEW_MILLISECONDS = 1500;

/** A turn of this process from now on, until its next look and a little more. */
export const turnOf = ({ network, follower, now, every }: Followed): Parameters<typeof leaseChain>[1] => {
  const at = now();
  return { network, follower, now: BigInt(at), until: BigInt(at + every + SILENCE_MILLISECONDS) };
};

export const renewTurn =
  (followed: Followed): RenewTurn =>
  async (tx) => {
    if ((await leaseChain(tx, turnOf(followed))) === undefined) throw new TurnLost();
  };

/**
 * Renews the turn while some work lasts. If another process has it all the same, the transactions of the work say so.
 * @param timer waits in between; tests pass their own
 */
export async function keepTurn<T>(
  followed: Followed,
  work: () => Promise<T>,
  timer: StartTimer = startTimer,
): Promise<T> {
  const renew = renewTurn(followed);
  let isOver = false;
  let renewing = Promise.resolve();
  let callOff = (): void => undefined;
  const wait = (): void => {
    callOff = timer(() => {
      renewing = followed.database
        .write(renew)
        .catch(() => undefined)
        .then(() => (isOver ? undefined : wait()));
    }, RENEW_MILLISECONDS);
  };
  wait();
  try {
    return await work();
  } finally {
    isOver = true;
    callOff();
    await renewing;
  }
}
