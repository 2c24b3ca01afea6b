import type { Today } from "@wattle/contracts/today";
import { Status, type StatusKind } from "../../controls/status.tsx";
import { ageText } from "../../staff/staff-words.ts";
import parts from "../parts/parts.module.css";
import { useToday } from "../parts/use-today.ts";

/** A longer wait to be sent is late. */
const LATE_MILLISECONDS = 10 * 60_000;

/** How what is to be sent goes out. @param now by the server's clock */
export function sendingState(
  { waiting, oldest_at: since }: Today["mail"],
  now: string,
): readonly [StatusKind, string] {
  if (since === null) return ["done", "none waiting"];
  const age = Date.parse(now) - Date.parse(since);
  const text = waiting === 1 ? `1 waiting for ${ageText(age)}` : `${waiting} waiting, oldest ${ageText(age)}`;
  return [age > LATE_MILLISECONDS ? "failed" : "waiting", text];
}

/** Mail that is due and has not left: a list of failures doesn't have mail that was never tried. */
export function ToBeSent({ what }: { readonly what: "mail" | "webhooks" }) {
  const { data } = useToday();
  if (data === undefined) return null;
  const [kind, text] = sendingState(data[what], data.now);
  return (
    <p className={parts["acts"]}>
      To be sent: <Status kind={kind}>{text}</Status>
    </p>
  );
}
