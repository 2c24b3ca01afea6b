// @vitest-environment node
import { expect, test } from "vitest";
import { renderShell, shellPaths } from "../entry-server.tsx";

test("each screen of the dashboard has a shell with its place and its heading, that no one can press", () => {
  const screens = shellPaths().filter((path) => path.startsWith("/dashboard/"));
  expect(screens.length).toBeGreaterThan(9);
  for (const path of screens) {
    const { html, routeIds } = renderShell(path);
    expect(html, path).toMatch(/^<div inert="" data-shell="">/);
    expect(html, path).toContain("Transactions history</a>");
    expect(/<h1[^>]*>[^<]+<\/h1>/.test(html), path).toBe(!/payment|receipt/.test(path));
    expect(routeIds.slice(0, 2), path).toEqual(["__root__", "/dashboard"]);
  }
});

test("pages without the dashboard's frame have an empty shell", () => {
  expect(renderShell("/user-information").html).toBe("");
});
