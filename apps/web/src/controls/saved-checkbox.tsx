import { startTransition, useOptimistic, type ComponentProps } from "react";
import { Checkbox } from "./checkbox.tsx";

interface SavedCheckboxProps extends Omit<ComponentProps<typeof Checkbox>, "onChange"> {
  /** The choice as the server has it. */
  readonly checked: boolean;
  /** Keeps the choice; settled once `checked` follows it. A failure is the caller's to say. */
  readonly onSave: (checked: boolean) => Promise<unknown>;
}

/** A box whose choice is kept at once: it shows what was pressed meanwhile, and then what the server has. */
export function SavedCheckbox({ checked, onSave, ...input }: SavedCheckboxProps) {
  const [shown, show] = useOptimistic(checked);
  const save = (on: boolean): void =>
    startTransition(async () => {
      show(on);
      await onSave(on).catch(() => undefined);
    });
  return <Checkbox {...input} checked={shown} onChange={save} />;
}
