import { fieldProblem, type RuledField } from "@wattle/contracts/field-rules";
import type { FieldErrors } from "@wattle/contracts/errors";
import { useEffect, useState, type ChangeEvent, type FocusEvent, type RefObject } from "react";

type Values<F extends RuledField> = Readonly<Record<F, string>>;
type Problems<F extends RuledField> = Readonly<Record<F, string | undefined>>;

/** What a field of the form is given; `error` and `valid` are its markers. */
interface FieldState<F extends RuledField> {
  readonly name: F;
  readonly value: string;
  readonly error: string | undefined;
  readonly valid: boolean;
  /** React's name for the browser's input event. */
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  readonly onBlur: (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
}

/**
 * A form whose fields follow the shared rules. A field is judged when it is left, when its value is committed
 * (also by the browser's autofill) and when its value is set by the page; never while it is being typed in.
 * Its first failing rule is its one message.
 * @param fields the form's fields, in the order they stand in; fixed for the life of the form
 * @param form the form's element
 */
export function useRuledForm<const F extends RuledField>(
  fields: readonly F[],
  form: RefObject<HTMLFormElement | null>,
) {
  const none = Object.fromEntries(fields.map((field) => [field, undefined])) as Problems<F>;
  const empty = Object.fromEntries(fields.map((field) => [field, ""])) as Values<F>;
  const [values, setValues] = useState<Values<F>>(empty);
  const [problems, setProblems] = useState<Problems<F>>(none);
  const [judged, setJudged] = useState<ReadonlySet<F>>(new Set());

  const judge = (field: F, value: string): void => {
    setProblems((before) => ({ ...before, [field]: fieldProblem(field, value) }));
    setJudged((before) => new Set(before).add(field));
  };
  const set = (field: F, value: string): void => {
    setValues((before) => ({ ...before, [field]: value }));
    judge(field, value);
  };

  useEffect(() => {
    const element = form.current;
    if (element === null) return undefined;
    // React's onChange is the browser's input event; this is the browser's change event.
    const onChange = ({ target }: Event): void => {
      if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
      const field = fields.find((name) => name === target.name);
      if (field !== undefined) set(field, target.value);
    };
    element.addEventListener("change", onChange);
    return () => element.removeEventListener("change", onChange);
  });

  const focusFirst = (found: Problems<F>): void => {
    const first = fields.find((field) => found[field] !== undefined);
    if (first === undefined) return;
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };

  return {
    values,
    set,
    field: (name: F): FieldState<F> => ({
      name,
      value: values[name],
      error: problems[name],
      valid: judged.has(name) && problems[name] === undefined && values[name] !== "",
      onChange: ({ currentTarget }) => {
        const { value } = currentTarget;
        // Nobody types into a field without the focus: the page itself has set the value.
        if (document.activeElement !== currentTarget) return set(name, value);
        setValues((before) => ({ ...before, [name]: value }));
        // The old verdict is not one on the new text; a message stands until the next one.
        if (problems[name] === undefined) {
          setJudged((before) => new Set([...before].filter((field) => field !== name)));
        }
      },
      onBlur: ({ currentTarget: { value } }) => judge(name, value),
    }),
    /** Judges every field; where one fails it takes the focus, and the answer is false. */
    check: (): boolean => {
      const found = Object.fromEntries(
        fields.map((field) => [field, fieldProblem(field, values[field])]),
      ) as Problems<F>;
      setProblems(found);
      setJudged(new Set(fields));
      focusFirst(found);
      return fields.every((field) => found[field] === undefined);
    },
    /** Puts the server's messages at their fields. */
    refuse: (errors: FieldErrors): void => {
      const found = Object.fromEntries(fields.map((field) => [field, errors[field]?.[0]])) as Problems<F>;
      setProblems(found);
      focusFirst(found);
    },
    reset: (): void => {
      setValues(empty);
      setProblems(none);
      setJudged(new Set());
    },
  };
}
