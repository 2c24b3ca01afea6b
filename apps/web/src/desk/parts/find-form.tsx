import { useState, type ReactNode } from "react";
import { Button } from "../../controls/button.tsx";
import { TextField } from "../../controls/text-field.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Form } from "../../ui/form.tsx";
import parts from "./parts.module.css";
import { FROM_THE_START, useDeskSearch } from "./use-desk-search.ts";

interface FindFormProps {
  /** Says what is looked through. */
  readonly label: string;
  /** Other filters, before the text. */
  readonly children: ReactNode;
  /** A phone has them behind one button, so that the list begins in sight. */
  readonly folds?: boolean;
}

/** Finds the rows of a list that have a text, which the address keeps as `q`. */
export function FindForm({ label, children, folds = false }: FindFormProps) {
  const { search, change } = useDeskSearch();
  const [typed, setTyped] = useState(search["q"] ?? "");
  const [open, setOpen] = useState(false);
  const count = ["state", "q"].filter((name) => search[name] !== undefined).length;
  return (
    <>
      {folds && (
        <Button
          kind="quiet"
          className={classNames(parts["small"], parts["filterButton"])}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {count === 0 ? "Filter" : `Filter: ${count}`}
        </Button>
      )}
      <Form
        className={classNames(parts["filters"], folds && !open && parts["folded"])}
        onSubmit={() => change({ ...FROM_THE_START, q: typed.trim() })}
      >
        {children}
        <TextField
          label={label}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
        />
        <Button type="submit" kind="quiet">
          Find
        </Button>
      </Form>
    </>
  );
}
