import { useSession } from "../session/session-store.ts";
import { staffRoles } from "../session/staff-session.ts";
import { ScreenHead } from "../ui/screen-head.tsx";
import { ApprovalsPanel } from "./approvals-panel.tsx";
import { OwnActsPanel } from "./own-acts-panel.tsx";
import { QueuesPanel } from "./queues-panel.tsx";
import { rolesText } from "./staff-words.ts";
import styles from "./today-page.module.css";

/** The first page of staff: what waits for their roles and for a second person, and what they did last. */
export function TodayPage() {
  const session = useSession();
  if (session === null) return null;
  const { user } = session;
  return (
    <>
      <ScreenHead
        title="Back office"
        lead={`${user.first_name} ${user.last_name}, ${rolesText(staffRoles(session))}`}
      />
      <div className={styles["screen"]}>
        <QueuesPanel />
        <ApprovalsPanel />
        <OwnActsPanel id={user.id} />
      </div>
    </>
  );
}
