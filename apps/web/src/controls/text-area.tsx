import { Textarea } from "@mantine/core";
import type { ComponentProps } from "react";
import type { FieldProps } from "../ui/field.tsx";
import { useMantineField } from "./field.tsx";

interface TextAreaProps
  extends
    FieldProps,
    Omit<ComponentProps<"textarea">, keyof FieldProps | "id" | "className" | "style" | "size"> {}

/** A labelled text of several lines. */
export function TextArea({ label, hint, error, valid, end, aside, ...area }: TextAreaProps) {
  const field = useMantineField({ label, hint, error, valid, end, aside });
  return <Textarea rows={4} {...area} {...field} />;
}
