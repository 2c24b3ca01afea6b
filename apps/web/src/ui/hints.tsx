import { Hint } from "./hint.tsx";

/** Help where people hesitate over the price. */
export const FeeHint = () => (
  <Hint label="About the fee">A percentage of what you pay, shown before you confirm.</Hint>
);

/** … over the 45 seconds. */
export const HeldRateHint = () => (
  <Hint label="About the held rate">Your rate stays the same for 45 seconds. Then get a new one.</Hint>
);

/** … over giving away who they are. */
export const IdentityHint = () => (
  <Hint label="Why we ask who you are">
    The law requires us to verify customers. Our staff look at what you send.
  </Hint>
);
