import { Status } from "../../controls/status.tsx";
import parts from "../parts/parts.module.css";
import { dueText } from "./case-words.ts";

/** The clock of something that is due; nothing once it is done. */
export function DueClock({
  opened,
  due,
  now,
}: {
  readonly opened: string;
  readonly due: string;
  readonly now: number;
}) {
  const { kind, word: text } = dueText({ opened, due }, now);
  return kind === undefined ? (
    <span className={parts["whole"]}>{text}</span>
  ) : (
    <Status kind={kind}>{text}</Status>
  );
}
