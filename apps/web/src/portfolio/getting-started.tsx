import { Panel } from "../controls/panel.tsx";
import { Timeline } from "../controls/timeline.tsx";
import { setupSteps, type SetupState } from "./setup-steps.ts";
import styles from "./portfolio.module.css";

/** The steps to a first purchase, each with its state. */
export function SetupList({ state }: { readonly state: SetupState }) {
  const steps = setupSteps(state);
  const done = steps.filter((step) => step.state === "done").length;
  return (
    <Panel title="Get started" aside={<p className={styles["aside"]}>{`${done} of ${steps.length} done`}</p>}>
      <Timeline label="Get started" steps={steps} />
    </Panel>
  );
}
