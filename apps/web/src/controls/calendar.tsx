import "./theme/mantine-styles.ts";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/dates/styles.layer.css";
import { Popover } from "@mantine/core";
import { DatePicker } from "@mantine/dates";
import styles from "./calendar.module.css";

export interface CalendarProps {
  /** Subject of the date, for the name of the dialog. */
  readonly label: string;
  /** The chosen day; days are `YYYY-MM-DD`. */
  readonly day: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** First choice: a day of this month or, for dates long ago, the year. */
  readonly level?: "month" | "decade" | undefined;
  /** The sheet that the field is in, if any: outside an open one nothing can be reached. */
  readonly sheet: HTMLElement | null;
  readonly onClose: () => void;
  readonly onChoose: (day: string) => void;
}

/** A calendar that opens at the field it is in. It keeps the focus until a day is chosen, or it is closed. */
export default function Calendar({
  label,
  day,
  min,
  max,
  level = "month",
  sheet,
  onClose,
  onChoose,
}: CalendarProps) {
  return (
    <Popover
      opened
      onDismiss={onClose}
      // Not the finger's going down, which its mouse events follow.
      clickOutsideEvents={["mousedown"]}
      trapFocus
      {...(sheet !== null && { portalProps: { target: sheet } })}
      withRoles={false}
      hideDetached={false}
      position="bottom-end"
      offset={4}
      zIndex={300}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <span className={styles["anchor"]} />
      </Popover.Target>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Mantine's element is a div */}
      <Popover.Dropdown className={styles["calendar"] ?? ""} role="dialog" aria-label={`Calendar: ${label}`}>
        <DatePicker
          value={day ?? null}
          {...(day !== undefined && { defaultDate: day })}
          {...(day === undefined && max !== undefined && { defaultDate: max })}
          {...(min !== undefined && { minDate: min })}
          {...(max !== undefined && { maxDate: max })}
          defaultLevel={day === undefined ? level : "month"}
          size="md"
          firstDayOfWeek={1}
          hideOutsideDates
          weekendDays={[]}
          onChange={(chosen) => chosen !== null && onChoose(chosen)}
          ariaLabels={{
            nextMonth: "Next month",
            previousMonth: "Previous month",
            nextYear: "Next year",
            previousYear: "Previous year",
            nextDecade: "Next ten years",
            previousDecade: "Previous ten years",
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
