import { TextInput } from "@mantine/core";
import type { ComponentProps } from "react";
import { useMantineField, type FieldProps } from "./field.tsx";

export interface TextFieldProps
  extends
    FieldProps,
    Omit<ComponentProps<"input">, keyof FieldProps | "id" | "className" | "style" | "size"> {}

/** A labelled line of text. */
export function TextField({ label, hint, error, valid, end, aside, ...input }: TextFieldProps) {
  const field = useMantineField({ label, hint, error, valid, end, aside });
  return <TextInput type="text" {...input} {...field} />;
}
