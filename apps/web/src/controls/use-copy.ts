/** Copies a text to the clipboard, and says for a moment that it did. */
export { useClipboard as useCopy } from "@mantine/hooks";
