import type { SecondFactorStatus } from "@wattle/contracts/second-factor";
import { useEffect } from "react";
import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";

/** Factors of the account in addition to its password; undefined until they are known. */
export function useSecondFactor(): SecondFactorStatus | undefined {
  const { data, error } = trpc.secondFactor.status.useQuery(undefined, {
    trpc: { context: { background: true } },
  });
  useEffect(() => {
    if (error !== null) alertFailure("Get login settings", error);
  }, [error]);
  return data;
}
