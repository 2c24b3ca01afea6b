import type { ActPreview } from "@wattle/contracts/approvals";
import { aroundCalls } from "./around-calls.ts";
import type { Accepts, DeskCaller } from "./command.ts";

/** Effects of an act, line by line, as both people read them. */
export const effectLines = ({
  title,
  subject,
  details,
  changes,
  reads,
  reasons,
}: Omit<ActPreview, "people">): Record<string, unknown> => ({
  act: title,
  subject,
  ...Object.fromEntries(details.map(({ name, value }) => [name.toLowerCase(), value])),
  ...Object.fromEntries(
    changes.map(({ what, before, after, now }) => [
      now ? `${what}, as of now` : what,
      `${before} → ${after}`,
    ]),
  ),
  ...(reads !== null && { "the customer reads": `${reads.subject}: ${reads.text}` }),
  ...(reasons.length > 0 && { "needs two people": reasons.join(" ") }),
});

/** The desk's procedures, one of which is called once the preview of its act is accepted. */
export const askingBefore = (ops: DeskCaller, act: string, accepts: Accepts): DeskCaller =>
  aroundCalls(ops, async ({ path, input, call }) => {
    if (path === act) await accepts(async () => effectLines(await ops.acts.preview({ act, input })));
    return call();
  });
