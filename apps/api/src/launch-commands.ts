// Entry of the built commands, as `launch-server` is of the server.
import { requireNode } from "./require-node.ts";

requireNode();
await import("./desk/commands/cli.ts");
