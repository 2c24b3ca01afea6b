// How the packages that are published are built: what people import as an ES module, the same for `require`, and its types
// in one file for each. Inside the repository the sources are imported as they are.
import type { OutputBundle, Plugin, PluginContext, RolldownOptions } from "rolldown";
import { dts } from "rolldown-plugin-dts";

/** `require` has the same declarations, under the ending by which TypeScript knows CommonJS. */
const DECLARED_FOR_REQUIRE: Plugin = {
  name: "declared-for-require",
  generateBundle(this: PluginContext, _options, bundle: OutputBundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== "chunk" || !file.fileName.endsWith(".d.mts")) continue;
      this.emitFile({
        type: "asset",
        fileName: file.fileName.replace(/\.mts$/, ".cts"),
        source: file.code,
      });
    }
  },
};

/** @param input a source, from the package's folder; what it imports from packages stays an import of them */
export function publishedFrom(input: string): RolldownOptions[] {
  const external = /^(?!\.|\/)/;
  return [
    {
      input,
      external,
      output: { dir: "dist", format: "esm", entryFileNames: "[name].mjs" },
      plugins: [dts(), DECLARED_FOR_REQUIRE],
    },
    { input, external, output: { dir: "dist", format: "cjs", entryFileNames: "[name].cjs" } },
  ];
}
