import { publishedFrom } from "../../scripts/published-package.ts";

export default publishedFrom("src/index.ts");
