import type { ComponentProps } from "react";

interface FormProps extends Omit<ComponentProps<"form">, "onSubmit" | "method" | "action" | "noValidate"> {
  /** Called when the form is sent, by its button or by Enter. */
  readonly onSubmit: (form: HTMLFormElement) => void;
}

/**
 * A form that only the page's code sends. Outside a dialog a form of the method `dialog` goes nowhere (HTML standard,
 * "form submission algorithm"), so one that is sent before that code is there neither leaves the page nor puts what was
 * typed, a password say, into its address. Fields say themselves what is wrong with them, so the browser does not.
 */
export function Form({ onSubmit, ...props }: FormProps) {
  return (
    <form
      {...props}
      method="dialog"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event.currentTarget);
      }}
    />
  );
}
