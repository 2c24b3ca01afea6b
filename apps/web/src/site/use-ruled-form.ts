import { fieldProblem, type RuledField } from "@wattle/contracts/field-rules";
import type { RefObject } from "react";
import { useCheckedForm } from "../ui/use-checked-form.ts";

/**
 * A form whose fields follow the shared rules, each by itself.
 * @param fields the form's fields, in the form's order; fixed for the life of the form
 * @param form the form's element
 */
export function useRuledForm<const F extends RuledField>(
  fields: readonly F[],
  form: RefObject<HTMLFormElement | null>,
) {
  return useCheckedForm({ fields, form, problemOf: (field, value) => fieldProblem(field, value) });
}
