import { useState } from "react";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { BatchPage } from "./batch-page.tsx";
import { Batches } from "./batches.tsx";
import { Waiting, type Made } from "./waiting.tsx";

/** Withdrawals to be paid out, and their batches. */
export function PayoutsPage() {
  const { search } = useDeskSearch();
  const { id, view } = search;
  // Not in the address, which anyone can write.
  const [made, setMade] = useState<Made>();
  if (id !== undefined) return <BatchPage key={id} id={id} leftOut={made?.id === id ? made.leftOut : []} />;
  return view === "batches" ? <Batches /> : <Waiting onMade={setMade} />;
}
