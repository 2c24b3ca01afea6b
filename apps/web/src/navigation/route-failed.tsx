import type { ErrorComponentProps } from "@tanstack/react-router";
import { useEffect } from "react";
import { Button } from "../ui/button.tsx";
import { CAUSES, ChunkLoadError, DID_NOT_LOAD } from "../ui/load-chunk.ts";
import { here, recoverOnce, reloadAt } from "./chunk-recovery.ts";
import styles from "./route-failed.module.css";

/** Content in place of a page that could not be loaded or drawn: the failure, its reason, and a way to retry. */
export function RouteFailed({ error }: ErrorComponentProps) {
  const chunk = error instanceof ChunkLoadError ? error : undefined;
  useEffect(() => {
    recoverOnce(error, here(), Date.now());
  }, [error]);
  return (
    <div className={styles["ground"]}>
      <section className={styles["failed"]} role="alert">
        <h1>{chunk === undefined ? "Something went wrong" : DID_NOT_LOAD}</h1>
        <p>
          {chunk === undefined ? "Your balances and transactions aren’t affected." : CAUSES[chunk.reason]}
        </p>
        {chunk !== undefined && <p className={styles["detail"]}>{chunk.message}</p>}
        <Button onClick={() => reloadAt.path(here())}>Try again</Button>
      </section>
    </div>
  );
}
