import type { IdentityState } from "@wattle/contracts/identity";
import type { RefObject } from "react";
import { Notice } from "../ui/notice.tsx";
import { LAST_STEP, STEPS } from "./identity-steps.ts";
import { isUnchecked, whyAtProvider } from "./provider-words.ts";
import styles from "./identity-form.module.css";

/** Why the form is open again, where it opens. */
export function SentBack({ reason, check }: Pick<IdentityState, "reason" | "check">) {
  return (
    <Notice kind="warn">
      {check?.state === "retry" ? (
        <>
          <p>
            <strong>{reason}</strong>
          </p>
          <p>We’ve kept your answers.</p>
        </>
      ) : (
        <>
          <p>
            We couldn’t verify your details: <strong>{reason}</strong>
          </p>
          <p>We’ve kept your answers. Fix this and submit them again.</p>
        </>
      )}
    </Notice>
  );
}

interface StepHeadProps {
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly step: number;
  readonly state: IdentityState;
}

/** Title of a step, and why it is asked. The last one of a form that was sent back has a message instead. */
export function StepHead({ heading, step, state: { check, status } }: StepHeadProps) {
  const saysWhy = step < LAST_STEP || status !== "rejected" || isUnchecked(check);
  return (
    <div>
      <h2 ref={heading} tabIndex={-1} className={styles["title"]}>
        {STEPS[step]?.title}
      </h2>
      {saysWhy && <p className={styles["why"]}>{whyAtProvider(check, step) ?? STEPS[step]?.why}</p>}
    </div>
  );
}
