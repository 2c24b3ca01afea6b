import path from "node:path";

const API = path.resolve(import.meta.dirname, "../..");

/** All of `npm test` runs what it has built, as an installation does; only a few files run the sources as they are. */
export const IS_BUILT = process.env["TEST_BUILT"] === "true";

/** The server, as a file that Node runs. */
export const SERVER = path.join(API, IS_BUILT ? "dist/main.js" : "src/main.ts");
/** The commands of the desk (`npm run ops`), as a file that Node runs. */
export const COMMANDS = path.join(API, IS_BUILT ? "dist/cli.js" : "src/desk/commands/cli.ts");
