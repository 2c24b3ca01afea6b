/** What was read, or why not. */
export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string };

export const refuse = (reason: string): Extract<Read<never>, { ok: false }> => ({ ok: false, reason });
