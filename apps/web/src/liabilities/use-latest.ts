import { useQuery } from "@tanstack/react-query";
import { checkSignature } from "./check-balance.ts";
import { fetchDocument, fetchKeys, fetchReserves } from "./published.ts";

/** The newest proof of what we owe, with its signature as this browser checked it; null before the first one. */
export const useLatestProof = () =>
  useQuery({
    queryKey: ["latest proof"],
    queryFn: async () => {
      const document = await fetchDocument();
      return document && { document, verdict: await checkSignature(document, await fetchKeys()) };
    },
  });

/** The newest proof of reserves, likewise. */
export const useLatestReserves = () =>
  useQuery({
    queryKey: ["latest reserves"],
    queryFn: async () => {
      const document = await fetchReserves();
      return (
        document && { document, verdict: await checkSignature(document, await fetchKeys(), "reserves+json") }
      );
    },
  });
