/** The two clocks of this machine, read at the same moment. */
export interface ClockReading {
  /** `performance.now()`: never set, but may stop while the machine sleeps. */
  readonly steady: number;
  /** `Date.now()`: goes on through sleep, but may be set to anything. */
  readonly wall: number;
}

/** Rest of a hold at one moment of this machine's clocks. Milliseconds. */
export interface Hold {
  readonly left: number;
  readonly at: ClockReading;
}

/** Clocks that drift apart by more than this were stopped or set: only the server knows what time it is. */
const LARGEST_DRIFT = 1500;

export function readClocks(): ClockReading {
  return { steady: performance.now(), wall: Date.now() };
}

/**
 * The hold of a quote, measured from the moment the question was sent: the server cannot have issued it earlier, so the
 * screen never promises a second that the server does not give.
 * @param issuedAt by the server's clock, as `expiresAt`; only their difference counts here
 */
export function holdFrom(issuedAt: number, expiresAt: number, askedAt: ClockReading): Hold {
  return { left: expiresAt - issuedAt, at: askedAt };
}

/** The hold by the server's own time, read just now. */
export function holdByServer(expiresAt: number, serverNow: number, askedAt: ClockReading): Hold {
  return { left: expiresAt - serverNow, at: askedAt };
}

/** Milliseconds left, by whichever clock says less; never below zero. */
export function leftOf(hold: Hold, now: ClockReading): number {
  const passed = Math.max(now.steady - hold.at.steady, now.wall - hold.at.wall, 0);
  return Math.max(0, hold.left - passed);
}

/** Whether the clocks have disagreed since the hold was measured: the machine slept, or a clock was set. */
export function clocksDisagree(hold: Hold, now: ClockReading): boolean {
  return Math.abs(now.steady - hold.at.steady - (now.wall - hold.at.wall)) > LARGEST_DRIFT;
}

/** Whole seconds as the banner tells them: a begun second counts, zero is over. */
export function secondsOf(left: number): number {
  return Math.ceil(left / 1000);
}
