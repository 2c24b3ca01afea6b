const GROUPED = /^[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]*)?$/;

/** An amount without the commas between its thousands; any other text as it is. */
export const ungrouped = (text: string): string => (GROUPED.test(text) ? text.replaceAll(",", "") : text);

/**
 * Takes the grouping out of an amount field that gets the focus (`1,000.00` becomes `1000.00`, which can be edited) and keeps
 * what is selected selected. Call it before the state that brings the same text is set.
 *
 * A browser sets the selection of a field after its `focus` event; a text that changed in the event would lose it, and
 * what is typed would be appended to the old amount instead of taking its place. So the field changes a moment later, yet
 * before the render, which then finds nothing left to change.
 */
export function ungroupField(field: HTMLInputElement): void {
  queueMicrotask(() => {
    const { value } = field;
    if (!GROUPED.test(value)) return;
    const place = (at: number | null): number =>
      value.slice(0, at ?? value.length).replaceAll(",", "").length;
    const [start, end] = [place(field.selectionStart), place(field.selectionEnd)];
    field.value = value.replaceAll(",", "");
    field.setSelectionRange(start, end);
  });
}
