import { useState } from "react";
import { Button } from "../../controls/button.tsx";
import { Dialog } from "../../controls/dialog.tsx";
import { TextField } from "../../controls/text-field.tsx";
import { readStored, writeStored } from "../../storage.ts";
import { Form } from "../../ui/form.tsx";
import type { DeskSearch } from "./desk-search.ts";
import parts from "./parts.module.css";
import { FROM_THE_START, useDeskSearch } from "./use-desk-search.ts";

type Views = Readonly<Record<string, DeskSearch>>;

const keyOf = (): string => `desk-views ${window.location.pathname}`;

function readViews(): Views {
  try {
    const kept: unknown = JSON.parse(readStored(keyOf()) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Views) : {};
  } catch {
    return {};
  }
}

const isSame = (a: DeskSearch, b: DeskSearch, names: readonly string[]): boolean =>
  names.every((name) => (a[name] ?? "") === (b[name] ?? ""));

/** Filters that this browser keeps by name, a press each. @param names parts of the address that are a filter */
export function SavedViews({ names }: { readonly names: readonly string[] }) {
  const { search, change } = useDeskSearch();
  const [views, setViews] = useState(readViews);
  const [naming, setNaming] = useState<string>();
  const keep = (next: Views): void => {
    writeStored(keyOf(), Object.keys(next).length === 0 ? null : JSON.stringify(next));
    setViews(next);
  };
  const shown = Object.keys(views).find((name) => isSame(views[name] ?? {}, search, names));
  const isAny = names.some((name) => search[name] !== undefined);
  const show = (view: DeskSearch): void =>
    change({ ...FROM_THE_START, ...Object.fromEntries(names.map((name) => [name, view[name] ?? ""])) });
  const save = (): void => {
    const name = (naming ?? "").trim();
    if (name === "") return;
    keep({
      ...views,
      [name]: Object.fromEntries(
        names.flatMap((part) => (search[part] === undefined ? [] : [[part, search[part]]])),
      ),
    });
    setNaming(undefined);
  };
  return (
    <div className={parts["acts"]}>
      {isAny && (
        <Button kind="quiet" className={parts["small"]} onClick={() => show({})}>
          All
        </Button>
      )}
      {Object.entries(views).map(([name, view]) => (
        <Button
          key={name}
          kind="quiet"
          className={parts["small"]}
          aria-pressed={name === shown}
          onClick={() => show(view)}
        >
          {name}
        </Button>
      ))}
      {isAny && shown === undefined && (
        <Button kind="quiet" className={parts["small"]} onClick={() => setNaming("")}>
          Save view
        </Button>
      )}
      {shown !== undefined && (
        <Button
          kind="quiet"
          className={parts["small"]}
          onClick={() => keep(Object.fromEntries(Object.entries(views).filter(([name]) => name !== shown)))}
        >
          Remove view
        </Button>
      )}
      {naming !== undefined && (
        <Dialog open title="Save view" onClose={() => setNaming(undefined)}>
          <Form onSubmit={save}>
            <TextField
              label="Name"
              hint="This browser keeps it."
              value={naming}
              maxLength={40}
              onChange={(event) => setNaming(event.currentTarget.value)}
              autoComplete="off"
            />
            <Button type="submit">Save view</Button>
          </Form>
        </Dialog>
      )}
    </div>
  );
}
