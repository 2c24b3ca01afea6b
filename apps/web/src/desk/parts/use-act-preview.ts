import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { trpc } from "../../trpc.ts";
import type { ActCall } from "./act-call.ts";

/** How long the fields must be at rest before the server is asked again. */
const REST_MILLISECONDS = 300;

/** The preview of an act, which the server plans and takes back. @param call undefined as long as fields are missing */
export function useActPreview(call: ActCall | undefined) {
  const { client } = trpc.useUtils();
  const wanted = JSON.stringify(call);
  const [asked, setAsked] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), REST_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [wanted]);
  return useQuery({
    queryKey: ["act-preview", asked],
    queryFn: ({ signal }) =>
      client.ops.acts.preview.mutate(JSON.parse(asked ?? "") as ActCall, {
        signal,
        context: { background: true },
      }),
    enabled: call !== undefined && asked !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
}
