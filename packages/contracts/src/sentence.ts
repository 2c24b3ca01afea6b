/** A text, ended as a sentence is. Free of zod: screens and mails read it. */
export function asSentence(written: string): string {
  const text = written.trim();
  return /[\p{L}\p{N})\]]$/u.test(text) ? `${text}.` : text;
}
