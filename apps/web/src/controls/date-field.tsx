import { ActionIcon } from "@mantine/core";
import { lazy, Suspense, useRef, useState, type ReactNode } from "react";
import { loadChunk } from "../ui/load-chunk.ts";
import { CalendarIcon } from "../ui/icons.tsx";
import { dayFirstText, isoDate } from "./date-text.ts";
import type { CalendarProps } from "./calendar.tsx";
import { TextField, type TextFieldProps } from "./text-field.tsx";
import styles from "./field-button.module.css";

const Calendar = lazy(() => loadChunk("calendar", () => import("./calendar.tsx")));

interface DateFieldProps
  extends
    Omit<TextFieldProps, "type" | "end" | "value" | "min" | "max">,
    Pick<CalendarProps, "min" | "max" | "level"> {
  readonly label: string;
  /** Shows the date as `1990-02-28`, as the desk writes it, not as `28/02/1990`. The value is `YYYY-MM-DD` either way. */
  readonly yearFirst?: boolean;
  /** The typed text; `isoDate` reads it. */
  readonly value: string;
  /** Given the day that is chosen in the calendar, `YYYY-MM-DD`. */
  readonly onChoose: (day: string) => void;
}

/** A date that is typed, or chosen in a calendar, whose code is loaded when it is first opened. */
export function DateField({
  value,
  yearFirst = false,
  onChoose,
  min,
  max,
  level,
  ...input
}: DateFieldProps): ReactNode {
  const [open, setOpen] = useState(false);
  const [sheet, setSheet] = useState<HTMLElement | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <TextField
      placeholder={yearFirst ? "YYYY-MM-DD" : "DD/MM/YYYY"}
      autoComplete="off"
      {...input}
      value={yearFirst ? value : dayFirstText(value)}
      end={
        <>
          <ActionIcon
            ref={button}
            unstyled
            className={styles["button"] ?? ""}
            aria-haspopup="dialog"
            aria-expanded={open}
            // The calendar closes where anything else is pressed; this button does it by itself.
            onMouseDown={(event) => open && event.stopPropagation()}
            onClick={(event) => {
              setSheet(event.currentTarget.closest("dialog"));
              setOpen(!open);
            }}
          >
            <CalendarIcon size={20} />
            <span className="visually-hidden">Calendar: {input.label}</span>
          </ActionIcon>
          {open && (
            <Suspense>
              <Calendar
                label={input.label}
                sheet={sheet}
                day={isoDate(value)}
                min={min}
                max={max}
                level={level}
                onClose={close}
                onChoose={(day) => {
                  close();
                  onChoose(day);
                }}
              />
            </Suspense>
          )}
        </>
      }
    />
  );
}
