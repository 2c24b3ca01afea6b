import type { ReactNode } from "react";
import { useSession } from "../session/session-store.ts";
import { SiteLink } from "../ui/site-link.tsx";
import { Panel } from "./panel.tsx";
import { Timeline, type TimelineStep } from "./timeline.tsx";
import styles from "./next-steps.module.css";

interface NextStepsProps {
  readonly title?: string;
  readonly steps: readonly Omit<TimelineStep, "state">[];
  /** Further notes before it. */
  readonly children?: ReactNode;
}

/** Next to a form: what happens once it is sent, and where to ask. */
export function NextSteps({ title = "What happens next", steps, children }: NextStepsProps) {
  const isGuest = useSession() === null;
  return (
    <Panel title={title}>
      <Timeline label={title} steps={steps.map((step) => ({ ...step, state: "coming" }))} />
      <div className={styles["notes"]}>
        {children}
        <p>
          Any questions? <SiteLink to={isGuest ? "/support" : "/dashboard/support"}>Contact support</SiteLink>
        </p>
      </div>
    </Panel>
  );
}
