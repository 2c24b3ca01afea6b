import "./variables.css";
import { MantineProvider } from "@mantine/core";
import { useSyncExternalStore, type ReactNode } from "react";
import { paintedScheme, schemeStore } from "../../ui/theme/colour-scheme.ts";
import { theme } from "./theme.ts";

function followScheme(listener: () => void): () => void {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const stop = schemeStore.subscribe(listener);
  system.addEventListener("change", listener);
  return () => {
    stop();
    system.removeEventListener("change", listener);
  };
}

/**
 * Gives Mantine's components the product's theme. It is around the dashboard and the account pages: the site's pages
 * are plain elements and do not carry Mantine's weight. Its colours are the tokens' CSS properties, so that an operator's
 * brand reaches it, too.
 */
export function MantineFrame({ children }: { readonly children: ReactNode }) {
  const scheme = useSyncExternalStore(followScheme, paintedScheme, () => "light" as const);
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
