import type { ErrorComponentProps } from "@tanstack/react-router";
import { useEffect } from "react";
import { Button } from "../ui/button.tsx";
import { ChunkLoadError } from "./load-chunk.ts";
import { recoverOnce, reloadAt } from "./chunk-recovery.ts";
import styles from "./route-failed.module.css";

const CAUSES = {
  missing: "This page was updated while you were here. Loading it again brings the new version.",
  timeout: "The page took too long to arrive. Your connection may be slow.",
  error: "The page could not be fetched. Check your connection.",
} as const;

const here = (): string => window.location.pathname + window.location.search + window.location.hash;

/** What stands in a page's place when it could not be loaded or drawn: what failed, why, and a way to retry. */
export function RouteFailed({ error }: ErrorComponentProps) {
  const chunk = error instanceof ChunkLoadError ? error : undefined;
  useEffect(() => {
    recoverOnce(error, here(), Date.now());
  }, [error]);
  return (
    <section className={styles["failed"]} role="alert">
      <h1>{chunk === undefined ? "Something went wrong" : "This page did not load"}</h1>
      <p>
        {chunk === undefined
          ? "The page could not be shown. Nothing you did has been lost on our side: balances and transactions are kept by the server."
          : CAUSES[chunk.reason]}
      </p>
      {chunk !== undefined && <p className={styles["detail"]}>{chunk.message}</p>}
      <Button onClick={() => reloadAt.path(here())}>Try again</Button>
    </section>
  );
}
