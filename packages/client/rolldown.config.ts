import { publishedFrom } from "../../scripts/published-package.ts";

export default [...publishedFrom("src/rest.ts"), ...publishedFrom("src/trpc.ts")];
