import { useLayoutEffect, useRef, type RefObject } from "react";

/**
 * Keeps a wholly selected field wholly selected when its text changes on getting the focus, as `1,000.00` becomes `1000.00`
 * to be edited: else what is typed after Tab would be appended instead of taking the old amount's place.
 * @param text the field's text
 * @returns what to call on focus, before the text changes
 */
export function useWholeSelection(field: RefObject<HTMLInputElement | null>, text: string): () => void {
  const shownText = useRef(text);
  const whole = useRef(false);
  useLayoutEffect(() => {
    if (whole.current && shownText.current !== text) {
      whole.current = false;
      field.current?.select();
    }
    shownText.current = text;
  }, [field, text]);
  return () => {
    const input = field.current;
    const grouped = input?.value.includes(",") === true;
    whole.current = grouped && input.selectionStart === 0 && input.selectionEnd === input.value.length;
  };
}
