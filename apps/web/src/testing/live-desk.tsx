import { useEffect, type ReactNode } from "react";
import { useLive } from "../desk/parts/use-today.ts";
import { trpc } from "../trpc.ts";
import { renderScreen } from "./render-app.tsx";
import { standInApi, type Answerer } from "./stand-in-api.ts";

const NOW = "2026-11-22T10:00:00.000Z";

/** Answer of `ops.today` if nothing waits, with the test's own part. */
export const todayOf = (changes: object): object => ({
  queues: [],
  newest_act: null,
  present: [],
  system: [],
  approvals_required: true,
  demo: false,
  time_zone: "Australia/Sydney",
  now: NOW,
  session_ends_at: null,
  session_ends_at_latest: null,
  ...changes,
});

/** Asks again for `ops.today`, as the page does every few seconds. */
const look: { now: () => Promise<void> } = { now: () => Promise.resolve() };

function Live({ children }: { readonly children: ReactNode }) {
  const utils = trpc.useUtils();
  useLive();
  useEffect(() => {
    look.now = () => utils.ops.today.invalidate();
  }, [utils]);
  return children;
}

/**
 * Renders a screen that reads again once someone has done something.
 * @returns the stand-in for the server, and `act`: a colleague does something, after which procedures answer differently
 */
export async function renderLive(
  screen: ReactNode,
  answerers: Readonly<Record<string, Answerer>>,
  { at = "/", today = {} }: { readonly at?: string; readonly today?: object } = {},
) {
  let acts = 0;
  const done = (): void => {
    acts += 1;
  };
  const api = standInApi({
    "ops.today": () => todayOf({ newest_act: String(acts), ...today }),
    ...answerers,
  });
  const page = await renderScreen(<Live>{screen}</Live>, at);
  return {
    ...page,
    api,
    /** Something was done, here or by a colleague: `ops.today` says so from now on. */
    done,
    act: (changed: Readonly<Record<string, Answerer>>): Promise<void> => {
      for (const [path, answerer] of Object.entries(changed)) api.answer(path, answerer);
      done();
      return look.now();
    },
  };
}

/** The last act and its actor, as the audit log has it. */
export const lastAct =
  (action: string): Answerer =>
  () => ({
    data: [
      {
        id: "1",
        actor: "finn",
        actor_name: "finn@mail.example",
        subject_name: null,
        action,
        subject: "x",
        details: {},
        created_at: "2026-11-22T10:43:00.000Z",
      },
    ],
    meta: { current_page: 1, last_page: 1, per_page: 1, total: 1 },
  });
