import { Notice } from "../../ui/notice.tsx";
import { useToday } from "../parts/use-today.ts";

/** Mail or events that are due and have not left: a list of failures doesn't have what was never tried. */
export function ToBeSent({ what }: { readonly what: "Mail" | "Webhooks" }) {
  const { data } = useToday();
  const check = data?.system.find(({ name }) => name === what);
  if (check === undefined) return null;
  return (
    <Notice kind={check.state === "ok" ? "done" : "warn"}>
      <p>{check.text}</p>
    </Notice>
  );
}
