import { useState, type ReactNode } from "react";
import { Button } from "../../controls/button.tsx";
import { TextField } from "../../controls/text-field.tsx";
import { Form } from "../../ui/form.tsx";
import parts from "./parts.module.css";
import { FROM_THE_START, useDeskSearch } from "./use-desk-search.ts";

interface FindFormProps {
  /** Says what is looked through. */
  readonly label: string;
  /** Other filters, before the text. */
  readonly children: ReactNode;
}

/** Finds the rows of a list that have a text, which the address keeps as `q`. */
export function FindForm({ label, children }: FindFormProps) {
  const { search, change } = useDeskSearch();
  const [typed, setTyped] = useState(search["q"] ?? "");
  return (
    <Form className={parts["filters"] ?? ""} onSubmit={() => change({ ...FROM_THE_START, q: typed.trim() })}>
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
  );
}
