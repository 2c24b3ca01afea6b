import { Button, type ButtonProps } from "../ui/button.tsx";

/**
 * Sends a form. Pressing it does not take the focus: that would judge the field one was in, and its message would move
 * the button away from under the pointer before it is let go.
 */
export function SubmitButton(props: Omit<ButtonProps, "type">) {
  return <Button {...props} type="submit" onMouseDown={(event) => event.preventDefault()} />;
}
