import { TextInput } from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import { useLayoutEffect, useState, type ComponentProps } from "react";
import type { FieldProps } from "../ui/field.tsx";
import { useMantineField } from "./field.tsx";

export interface TextFieldProps
  extends
    FieldProps,
    Omit<ComponentProps<"input">, keyof FieldProps | "id" | "className" | "style" | "size"> {}

/** The value that each field was last given by its page. */
const given = new WeakMap<HTMLInputElement, unknown>();

/** A labelled line of text. A value that a program sets without any event stays: only a new `value` takes its place. */
export function TextField({ label, hint, error, valid, end, aside, value, ref, ...input }: TextFieldProps) {
  const field = useMantineField({ label, hint, error, valid, end, aside });
  const [element, setElement] = useState<HTMLInputElement | null>(null);
  useLayoutEffect(() => {
    if (element !== null) given.set(element, value);
  });
  const isSame = value !== undefined && element !== null && given.get(element) === value;
  return (
    <TextInput
      type="text"
      {...input}
      {...field}
      ref={useMergedRef(setElement, ref)}
      value={isSame ? element.value : value}
    />
  );
}
