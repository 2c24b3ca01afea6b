// Entry of the built server. Its direct imports must be readable by a Node that is too old for the rest.
import { requireNode } from "./require-node.ts";

requireNode();
await import("./main.ts");
