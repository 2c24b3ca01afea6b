import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { amountText } from "../money/price-figures.ts";
import { isEnding } from "../rates/rate-ring.tsx";
import { useStore, type Store } from "../store.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import styles from "./exchange-form.module.css";

interface CommitProps {
  /** Identifier of the text that says why the button is disabled or what comes next. */
  readonly id: string;
  /** On a phone the button stays in view. */
  readonly sticky: boolean;
  readonly reason: string | undefined;
  /** The reason has a line of its own above. */
  readonly said: boolean;
  readonly next: string;
  /** Missing amount of the balance, decimal text of the currency `code`. */
  readonly missing: string | undefined;
  readonly code: string;
  readonly secondsLeft: Store<number>;
}

/** Exchange Now!, why it is disabled, and the deposit that would help. */
export function Commit({ id, sticky, reason, said, next, missing, code, secondsLeft }: CommitProps) {
  return (
    <>
      {missing !== undefined && (
        <div className={styles["lacking"]}>
          <p>{`You need ${amountText(missing, code)} more.`}</p>
          <Link
            to="/dashboard/deposit-money"
            search={{ currency: code, amount: missing }}
            className={buttonClass("primary", true)}
          >
            {`Deposit ${amountText(missing, code)}`}
          </Link>
        </div>
      )}
      {/* What is said below it stays behind: where the button sticks, nothing else of the form is covered. */}
      <div className={classNames(styles["commit"], sticky && styles["sticky"])}>
        <Button type="submit" kind="accent" wide disabled={reason !== undefined} aria-describedby={id}>
          Exchange Now!
        </Button>
        {sticky && reason === undefined && <Seconds left={secondsLeft} />}
      </div>
      {!said && (
        <p id={id} className={styles["reason"]}>
          {reason ?? next}
        </p>
      )}
    </>
  );
}

/** Part of a phone's window that the button and the bar below it cover. */
const COVERED = { rootMargin: "0px 0px -160px 0px", threshold: 0.5 };

/**
 * Rest of the rate, at the button that stays in view even if the banner with its ring does not. The banner says it to
 * everyone.
 */
function Seconds({ left }: { readonly left: Store<number> }) {
  const seconds = useStore(left, 0);
  const box = useRef<HTMLSpanElement>(null);
  const [isSaidAbove, setSaidAbove] = useState(false);
  useEffect(() => {
    const banner = box.current?.closest("form")?.querySelector("[data-rate]");
    if (banner == null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setSaidAbove(entries.at(-1)?.isIntersecting === true),
      COVERED,
    );
    observer.observe(banner);
    return () => observer.disconnect();
  }, []);
  return (
    <span
      ref={box}
      className={styles["seconds"]}
      data-ending={isEnding(seconds) || undefined}
      data-said={isSaidAbove || undefined}
      aria-hidden="true"
    >
      {`${seconds} s`}
    </span>
  );
}
