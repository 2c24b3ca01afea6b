import { Hint } from "./hint.tsx";

/** Help where people hesitate over the price. */
export const FeeHint = () => (
  <Hint label="About the fee">
    A percentage of what you pay. The exchange shows it as a line of its own, in percent and in money, before
    you confirm, and your history keeps it.
  </Hint>
);

/** … over the 45 seconds. */
export const HeldRateHint = () => (
  <Hint label="About the held rate">
    For 45 seconds the price stays as you see it, whatever the market does. After that nothing happens by
    itself: ask for a new rate and decide again.
  </Hint>
);

/** … over giving away who they are. */
export const IdentityHint = () => (
  <Hint label="Why we ask who you are">
    The law requires us to verify customers. Our staff look at what you send.
  </Hint>
);
