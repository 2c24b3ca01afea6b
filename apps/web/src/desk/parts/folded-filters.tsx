import { useState, type ReactNode } from "react";
import { Button } from "../../controls/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import parts from "./parts.module.css";

interface FoldedFiltersProps {
  /** How many of them are set. */
  readonly count: number;
  readonly children: ReactNode;
}

/** Choices above a list, which a phone has behind one button. */
export function FoldedFilters({ count, children }: FoldedFiltersProps) {
  // A wider screen has them without the button.
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        kind="quiet"
        className={classNames(parts["small"], parts["filterButton"])}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {count === 0 ? "Filter" : `Filter: ${count}`}
      </Button>
      <div className={classNames(parts["filters"], !open && parts["folded"])}>{children}</div>
    </>
  );
}
