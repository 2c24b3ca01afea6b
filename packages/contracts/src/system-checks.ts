import { z } from "zod";

/** A `warning` may be as the firm wants it; a `fault` stops something from working, or loses something. */
const CHECK_STATES = ["ok", "warning", "fault"] as const;
export type CheckState = (typeof CHECK_STATES)[number];

/** A finding about the installation. */
const systemCheck = z.object({
  /** Its subject: `Mail`. A subject may have several findings. */
  name: z.string(),
  state: z.enum(CHECK_STATES),
  /** Facts, and if it is not `ok`, what to do. */
  text: z.string(),
});
export type SystemCheck = z.infer<typeof systemCheck>;

export const systemChecks = z.array(systemCheck);
