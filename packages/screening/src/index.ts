export { buildIndex } from "./build-index.ts";
export type { Hit, NameIndex, Target } from "./build-index.ts";
export { compareIdentity } from "./compare-identity.ts";
export type { Comparison, Identity, ListedIdentity } from "./compare-identity.ts";
export { compareNames, HIT_THRESHOLD } from "./compare-names.ts";
