// The command line of the signer. It knows files, and no network.
import { main } from "./main.ts";
import { readConfig } from "./settings.ts";

const { code, out, error } = main(process.argv.slice(2), readConfig(process.env), Date.now());
process.stdout.write(out);
process.stderr.write(error);
process.exitCode = code;
