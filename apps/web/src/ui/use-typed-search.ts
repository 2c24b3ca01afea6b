import { useEffect, useRef, useState, type ChangeEvent, type KeyboardEvent } from "react";

/** A pause in typing after which the search begins. */
const DEBOUNCE_MILLISECONDS = 500;

/**
 * A search field whose text goes to the address bar after a pause in typing, at once by Enter, and when it is left.
 * @param inAddress what the address bar says
 * @param put writes there what is typed, without spaces around it
 */
export function useTypedSearch(inAddress: string, put: (text: string) => void) {
  const [text, setText] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  const [sent, setSent] = useState(inAddress);

  // Back and forward change the address without a key being pressed; what this form has sent there is no news, and the
  // typing may have gone on since.
  if (inAddress !== seen) {
    setSeen(inAddress);
    if (inAddress !== sent) setText(inAddress);
  }

  const wanted = text.trim();
  const send = (): void => {
    setSent(wanted);
    put(wanted);
  };
  // The wait ends with the address bar's value of that time.
  const begin = useRef(send);
  useEffect(() => {
    begin.current = send;
  });
  useEffect(() => {
    if (wanted === inAddress) return undefined;
    const timer = setTimeout(() => begin.current(), DEBOUNCE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [wanted, inAddress]);

  return {
    /** Empties the field; the address is for the caller to change. */
    clear: (): void => {
      setText("");
      setSent("");
    },
    field: {
      value: text,
      onChange: (event: ChangeEvent<HTMLInputElement>) => setText(event.currentTarget.value),
      // Also if the form goes away before the pause is over.
      onBlur: () => {
        if (wanted !== inAddress) send();
      },
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
        event.preventDefault();
        send();
      },
    },
  };
}
