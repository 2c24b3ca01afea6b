import type { FieldErrors } from "@wattle/contracts/errors";
import { useEffect, useRef, useState, type ChangeEvent, type FocusEvent, type RefObject } from "react";
import { flushSync } from "react-dom";

type Control = HTMLInputElement | HTMLTextAreaElement;

/** Whether an element has a value that people type; boxes, choices and files have none. */
const isTyped = (element: unknown): element is Control =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !["checkbox", "file", "radio"].includes(element.type));
type Values<F extends string> = Readonly<Record<F, string>>;
type Problems<F extends string> = Readonly<Partial<Record<F, string | undefined>>>;

/** Props of a field of the form; `error` and `valid` are its markers. */
export interface FieldState<F extends string> {
  readonly name: F;
  readonly value: string;
  readonly error: string | undefined;
  readonly valid: boolean;
  /** React's name for the browser's input event. */
  readonly onChange: (event: ChangeEvent<Control>) => void;
  readonly onBlur: (event: FocusEvent<Control>) => void;
}

/** A control's text: a ticked box has its value, an unticked one none. */
const controlText = (control: Element | RadioNodeList | null): string | undefined => {
  if (control instanceof HTMLInputElement && control.type === "checkbox") {
    return control.checked ? control.value : "";
  }
  return isTyped(control) ? control.value : undefined;
};

/** The fields whose text in the form is another one than is known, with that text. */
function textsOf<F extends string>(
  form: HTMLFormElement,
  fields: readonly F[],
  known: Values<F>,
): (readonly [F, string])[] {
  return fields.flatMap((name) => {
    const text = controlText(form.elements.namedItem(name));
    return text !== undefined && text !== known[name] ? [[name, text] as const] : [];
  });
}

interface CheckedFormOptions<F extends string> {
  /** In the order of the form. One that comes while it is open begins with its initial value; what was typed into one that goes is kept. */
  readonly fields: readonly F[];
  readonly form: RefObject<HTMLFormElement | null>;
  /** The message of the field's first failing rule. */
  readonly problemOf: (field: F, value: string, values: Values<F>) => string | undefined;
  readonly initial?: Partial<Values<F>>;
  /** The fields that, once judged, are judged again whenever another one is, such as a confirmation with its password. */
  readonly judgedWith?: Partial<Readonly<Record<F, readonly F[]>>>;
  /** Cleans a field's text when it is judged, such as a number without its spaces. */
  readonly tidy?: (field: F, value: string, values: Values<F>) => string;
  /** Formats a field's text during typing, such as by a dash between groups of digits. */
  readonly grouped?: (field: F, value: string, values: Values<F>) => string;
  /** Called when a value was committed, with what the field made of it: the field was left, or its value set. */
  readonly onCommit?: (field: F, value: string) => void;
}

/**
 * A form whose fields follow rules. A field is judged when it is left, when its value is committed (also by the
 * browser's autofill) and when its value is set by the page; never while it is being typed in. Its first failing
 * rule is its one message; what the server refused is kept until something in the form changes.
 */
export function useCheckedForm<const F extends string>(options: CheckedFormOptions<F>) {
  const { fields, form, problemOf, judgedWith, tidy, grouped, onCommit } = options;
  const [initial] = useState(options.initial);
  const [written, setWritten] = useState<Partial<Values<F>>>({});
  const valuesOf = (from: Partial<Values<F>>): Values<F> =>
    Object.fromEntries(
      fields.map((name) => [name, from[name] ?? initial?.[name] ?? options.initial?.[name] ?? ""]),
    ) as Values<F>;
  const values = valuesOf(written);
  const [none] = useState(() => ({}) as Problems<F>);
  const [problems, setProblems] = useState<Problems<F>>(none);
  const [judged, setJudged] = useState<ReadonlySet<F>>(new Set());
  /** Text that the server refused as a whole: no part of it is marked as right, for it may be the one that is not. */
  const [refused, setRefused] = useState<Values<F>>();
  // Rules that look at a second field must see what was typed there in the same moment.
  const latest = useRef(written);
  const now = (): Values<F> => valuesOf(latest.current);

  const write = (name: F, value: string): void => {
    latest.current = { ...latest.current, [name]: value };
    setWritten(latest.current);
  };
  const tidied = (names: readonly F[]): void => {
    for (const name of names) {
      const value = now()[name];
      write(name, tidy?.(name, value, now()) ?? value);
    }
  };
  const judge = (name: F): void => {
    tidied([name]);
    const names = [name, ...(judgedWith?.[name] ?? []).filter((other) => judged.has(other))];
    const isAsRefused = refused !== undefined && fields.every((each) => refused[each] === now()[each]);
    const found = names.map((each) => [
      each,
      problemOf(each, now()[each], now()) ?? (isAsRefused ? problems[each] : undefined),
    ]);
    setProblems((before) => ({ ...before, ...(Object.fromEntries(found) as Problems<F>) }));
    setJudged((before) => new Set([...before, name]));
  };
  const commit = (name: F, value: string): void => {
    write(name, value);
    judge(name);
    onCommit?.(name, now()[name]);
  };

  useEffect(() => {
    const element = form.current;
    if (element === null) return undefined;
    // React's onChange is the browser's input event; this is the browser's change event.
    const onChange = ({ target }: Event): void => {
      if (!isTyped(target)) return;
      const name = fields.find((field) => field === target.name);
      if (name !== undefined) commit(name, target.value);
    };
    // Some password managers set values without any event. The fields' values count as the form is sent.
    const takeOver = (): void =>
      flushSync(() => textsOf(element, fields, now()).forEach((text) => write(...text)));
    element.addEventListener("change", onChange);
    element.addEventListener("submit", takeOver);
    return () => {
      element.removeEventListener("change", onChange);
      element.removeEventListener("submit", takeOver);
    };
  });

  const focusFirst = (found: Problems<F>): void => {
    const first = fields.find((name) => found[name] !== undefined);
    if (first === undefined) return;
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };

  return {
    values,
    problems,
    /** Sets a value as the page, or as a control that has no typing. */
    set: commit,
    field: (name: F): FieldState<F> => ({
      name,
      value: values[name],
      error: problems[name],
      valid:
        judged.has(name) &&
        problems[name] === undefined &&
        values[name] !== "" &&
        values[name] !== refused?.[name],
      onChange: ({ currentTarget }) => {
        const { value } = currentTarget;
        // No one types into a field without the focus: the page itself has set the value.
        if (document.activeElement !== currentTarget) {
          commit(name, value);
          return;
        }
        const text = grouped === undefined ? value : grouped(name, value, values);
        if (text !== value) currentTarget.value = text;
        write(name, text);
        // The old verdict is not one on the new text; a message stays until the next one.
        if (problems[name] === undefined) {
          setJudged((before) => new Set([...before].filter((other) => other !== name)));
        }
      },
      onBlur: ({ currentTarget }) => {
        write(name, currentTarget.value);
        judge(name);
      },
    }),
    /** Judges the named fields, or all; where one fails it takes the focus, and the answer is false. */
    check: (names: readonly F[] = fields): boolean => {
      tidied(names);
      const found = Object.fromEntries(
        names.map((name) => [name, problemOf(name, now()[name], now())]),
      ) as Problems<F>;
      setProblems((before) => ({ ...before, ...found }));
      setJudged((before) => new Set([...before, ...names]));
      focusFirst(found);
      return names.every((name) => found[name] === undefined);
    },
    /** Puts the server's messages at their fields. */
    refuse: (errors: FieldErrors): void => {
      const found = Object.fromEntries(fields.map((name) => [name, errors[name]?.[0]])) as Problems<F>;
      setProblems(found);
      setRefused(now());
      focusFirst(found);
    },
    reset: (): void => {
      latest.current = {};
      setWritten(latest.current);
      setProblems(none);
      setRefused(undefined);
      setJudged(new Set());
    },
  };
}
