/**
 * Parts of this environment for a program of ours: the places of programs and of compiled code, by which it starts a
 * quarter sooner.
 */
export const PROGRAM_ENV: Readonly<Record<string, string | undefined>> = {
  PATH: process.env["PATH"],
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
};
