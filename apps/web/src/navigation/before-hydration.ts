/** A visitor's acts on a prerendered page before its code ran, to be replayed afterwards. */
export interface EarlyActions {
  /** Types again what was typed and clicks again what was clicked. Call once, when all has been hydrated. */
  readonly replay: () => void;
  /** Whether something had been typed, or a field entered, before anyone was watching. */
  readonly begun: boolean;
}

type TypedField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isTypedField = (target: EventTarget | null): target is TypedField =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

/**
 * Sets a value so that React hears of it: React compares with the value that was set last through the element's
 * own property, so that one is emptied first and the text is put in past it.
 */
function typeAgain(field: TypedField, text: string): void {
  // A chosen file is still there, and nothing may put one there.
  if (field.type === "file") {
    field.dispatchEvent(new Event("change", { bubbles: true }));
    return;
  }
  const kind = field instanceof HTMLSelectElement ? "change" : "input";
  const caret =
    field instanceof HTMLSelectElement || document.activeElement !== field ? null : field.selectionStart;
  if (!(field instanceof HTMLSelectElement)) field.value = "";
  // Past the instance's own property, by which React would take the text for its own.
  Reflect.set(Object.getPrototypeOf(field), "value", text, field);
  field.dispatchEvent(new Event(kind, { bubbles: true }));
  if (caret !== null && !(field instanceof HTMLSelectElement)) field.setSelectionRange(caret, caret);
}

const isTicked = (field: TypedField): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio");

/** Ticks a box (or not) so that React hears of it: it is set to the opposite first, then clicked. */
function tickAgain(field: HTMLInputElement, ticked: boolean): void {
  field.checked = !ticked;
  field.click();
}

/**
 * Records typing, and holds back clicks on buttons, until the page's code has taken over. Links work by themselves and
 * are not touched.
 */
export function watchBeforeHydration(root: HTMLElement): EarlyActions {
  const typed = new Map<TypedField, string>();
  const ticked = new Map<HTMLInputElement, boolean>();
  const clicked = new Set<HTMLElement>();

  const onInput = (event: Event): void => {
    if (!isTypedField(event.target)) return;
    if (isTicked(event.target)) {
      // Moved to the end: of several that exclude each other the last one counts.
      ticked.delete(event.target);
      ticked.set(event.target, event.target.checked);
    } else typed.set(event.target, event.target.value);
  };
  const onClick = (event: Event): void => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button === null) return;
    clicked.add(button);
    // Parts of the page may be React's already: a click that is replayed must not count twice.
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  const onSubmit = (event: Event): void => {
    event.stopImmediatePropagation();
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const button = event.target.querySelector<HTMLElement>("[type=submit]");
    if (button !== null) clicked.add(button);
  };
  // On a slow line the page is read and typed in before even this small script arrives.
  for (const field of root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")) {
    if (isTicked(field)) {
      const chosen = field.type === "checkbox" || field.checked;
      if (chosen && field.checked !== field.defaultChecked) ticked.set(field, field.checked);
    } else if (field.value !== field.defaultValue) typed.set(field, field.value);
  }
  const begun =
    typed.size > 0 ||
    ticked.size > 0 ||
    (isTypedField(document.activeElement) && root.contains(document.activeElement));

  root.addEventListener("input", onInput, true);
  root.addEventListener("click", onClick, true);
  root.addEventListener("submit", onSubmit, true);

  return {
    begun,
    replay() {
      // Not within React's own work: it would render what is typed only afterwards, and a click would reach the
      // handler of a rendering that knows nothing of it.
      setTimeout(() => {
        root.removeEventListener("input", onInput, true);
        root.removeEventListener("click", onClick, true);
        root.removeEventListener("submit", onSubmit, true);
        for (const [field, text] of typed) if (field.isConnected) typeAgain(field, text);
        for (const [field, wanted] of ticked) if (field.isConnected) tickAgain(field, wanted);
        for (const button of clicked) if (button.isConnected) button.click();
        typed.clear();
        ticked.clear();
        clicked.clear();
      });
    },
  };
}
