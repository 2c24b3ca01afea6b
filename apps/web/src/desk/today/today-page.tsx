import { useSession } from "../../session/session-store.ts";
import { Notice } from "../../ui/notice.tsx";
import { ScreenAhead } from "../parts/desk-screen.tsx";
import { useMay } from "../parts/use-may.ts";
import { useToday } from "../parts/use-today.ts";
import { useIsAnswered } from "./asked.ts";
import { Exposure } from "./exposure.tsx";
import { Greeting } from "./greeting.tsx";
import { PricesPanel } from "./prices-panel.tsx";
import { QueuesPanel } from "./queues-panel.tsx";
import { AtTheDesk, DoneToday } from "./side.tsx";
import { SwitchesPanel } from "./switches-panel.tsx";
import { SystemLine } from "./system-line.tsx";
import { WaitingForYou } from "./waiting-for-you.tsx";
import styles from "./today-page.module.css";

/** The first page of staff, edge to edge: what waits for their roles, who is on it, what was done, and how the house is. */
export function TodayPage() {
  const session = useSession();
  const today = useToday();
  const may = useMay();
  const isAnswered = useIsAnswered();
  if (session === null) return null;
  if (!isAnswered) return <ScreenAhead title="Today" />;
  return (
    <div className={styles["today"]}>
      <Greeting name={session.user.first_name} />
      {today.data?.approvals_required === false && (
        <Notice kind="warn">
          <p>Approvals are off. One person is enough for every action.</p>
        </Notice>
      )}
      <div className={styles["columns"]}>
        <WaitingForYou />
        <div className={styles["main"]}>
          <QueuesPanel />
          {may("ops.switches.list") && <SwitchesPanel />}
          <Exposure />
          <PricesPanel />
        </div>
        <div className={styles["side"]}>
          <AtTheDesk />
          <DoneToday me={session.user.id} />
        </div>
      </div>
      <SystemLine />
    </div>
  );
}
