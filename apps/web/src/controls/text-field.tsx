import { TextInput } from "@mantine/core";
import { useImperativeHandle, useLayoutEffect, useRef, type ComponentProps } from "react";
import { useMantineField, type FieldProps } from "./field.tsx";

export interface TextFieldProps
  extends
    FieldProps,
    Omit<ComponentProps<"input">, keyof FieldProps | "id" | "className" | "style" | "size"> {}

/** A labelled line of text. What a program sets without any event stays: only a new `value` takes its place. */
export function TextField({ label, hint, error, valid, end, aside, value, ref, ...input }: TextFieldProps) {
  const field = useMantineField({ label, hint, error, valid, end, aside });
  const element = useRef<HTMLInputElement>(null);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => element.current);
  const before = useRef(value);
  useLayoutEffect(() => {
    before.current = value;
  });
  const isSame = value !== undefined && value === before.current && element.current !== null;
  return (
    <TextInput
      type="text"
      {...input}
      {...field}
      ref={element}
      value={isSame ? element.current?.value : value}
    />
  );
}
