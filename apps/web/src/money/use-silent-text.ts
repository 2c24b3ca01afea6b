import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import { flushSync } from "react-dom";

const LOOK_MILLISECONDS = 250;

/**
 * Takes over what a program, such as a password manager, sets in a field without any event: within a moment, as the button of the
 * form may wait for it, and when the form is sent.
 * @param known the text that the page has put into the field
 * @param onText called with the other text that is there now
 */
export function useSilentText(
  known: string,
  onText: (text: string) => void,
): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  const look = useEffectEvent((): void => {
    const text = field.current?.value;
    if (text !== undefined && text !== known) onText(text);
  });
  useEffect(() => {
    const form = field.current?.form;
    const timer = setInterval(look, LOOK_MILLISECONDS);
    const onSubmit = (): void => flushSync(look);
    form?.addEventListener("submit", onSubmit);
    return () => {
      clearInterval(timer);
      form?.removeEventListener("submit", onSubmit);
    };
  }, []);
  return field;
}
