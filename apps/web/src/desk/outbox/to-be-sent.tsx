import { Status } from "../../controls/status.tsx";
import parts from "../parts/parts.module.css";
import { useToday } from "../parts/use-today.ts";

/** Mail or events that are due and have not left: a list of failures doesn't have what was never tried. */
export function ToBeSent({ what }: { readonly what: "Mail" | "Webhooks" }) {
  const { data } = useToday();
  const check = data?.system.find(({ name }) => name === what);
  if (check === undefined) return null;
  return (
    <p className={parts["acts"]}>
      <Status kind={check.state === "ok" ? "done" : "failed"}>{check.text}</Status>
    </p>
  );
}
