// A file that begins with `// @vitest-environment node` needs no page, and is spared the time that one takes.
if (typeof document !== "undefined") await import("./dom-setup.ts");

export {};
