/** Sets a field's text as some password managers do: by the setter of all fields, which tells no one. */
export const setSilently = (field: HTMLInputElement, text: string): boolean =>
  Reflect.set(HTMLInputElement.prototype, "value", text, field);
