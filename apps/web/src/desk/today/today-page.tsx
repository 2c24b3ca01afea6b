import { useSession } from "../../session/session-store.ts";
import { Notice } from "../../ui/notice.tsx";
import { Screen, ScreenAhead } from "../parts/desk-screen.tsx";
import { useMay } from "../parts/use-may.ts";
import { useToday } from "../parts/use-today.ts";
import { useIsAnswered } from "./asked.ts";
import { HousePanel } from "./house-panel.tsx";
import { PricesPanel } from "./prices-panel.tsx";
import { OwnActsPanel } from "./own-acts-panel.tsx";
import { QueuesPanel } from "./queues-panel.tsx";
import { SwitchesPanel } from "./switches-panel.tsx";
import styles from "./today-page.module.css";

/** The first page of staff: work that waits for their roles, the state of the house, and their last acts. */
export function TodayPage() {
  const session = useSession();
  const today = useToday();
  const may = useMay();
  const isAnswered = useIsAnswered(session?.user.id ?? "");
  if (session === null) return null;
  if (!isAnswered) return <ScreenAhead title="Today" />;
  return (
    <Screen title="Today">
      {today.data?.approvals_required === false && (
        <Notice kind="warn">
          <p>Approvals are off. One person is enough for every action.</p>
        </Notice>
      )}
      <div className={styles["columns"]}>
        <div className={styles["column"]}>
          <QueuesPanel />
          {may("ops.switches.list") && <SwitchesPanel />}
          <OwnActsPanel id={session.user.id} />
        </div>
        <div className={styles["column"]}>
          <HousePanel />
          <PricesPanel />
        </div>
      </div>
    </Screen>
  );
}
