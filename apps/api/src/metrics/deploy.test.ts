import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { startTestApp } from "../testing/app-for-test.ts";
import { createMetrics } from "./metrics.ts";

const ROOT = path.resolve(import.meta.dirname, "../../../..");
const ALERTS = path.join(ROOT, "deploy/alerts.yml");
const read = (name: string): string => readFileSync(path.join(ROOT, name), "utf8");
const hasPromtool = spawnSync("promtool", ["--version"]).error === undefined;

describe("what watches the metrics", () => {
  let text: string;
  beforeAll(async () => {
    const api = await startTestApp({ dialect: "sqlite" });
    text = await createMetrics(api.services).text();
    await api.close();
  });

  test.each(["deploy/alerts.yml", "deploy/grafana.json"])("%s names metrics that there are", (file) => {
    const there = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const named = [...read(file).matchAll(/\b(?:wattle|nodejs|process)_[a-z0-9_]+/g)].map(([name]) =>
      name.replace(/_bucket$/, ""),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !there.has(name))).toEqual([]);
  });

  test("each alert has its steps in docs/operations.md", () => {
    const steps = read("docs/operations.md");
    const alerts = [...read("deploy/alerts.yml").matchAll(/alert: (\w+)/g)].map(([, name]) => name ?? "");
    expect(alerts.length).toBeGreaterThan(10);
    expect(alerts.filter((name) => !steps.includes(`**${name}**`))).toEqual([]);
  });

  test.skipIf(!hasPromtool)("Prometheus takes both (skipped where its promtool is not installed)", () => {
    const metrics = spawnSync("promtool", ["check", "metrics"], { input: text, encoding: "utf8" });
    expect({ status: metrics.status, said: metrics.stderr }).toEqual({ status: 0, said: "" });
    const rules = spawnSync("promtool", ["check", "rules", ALERTS], { encoding: "utf8" });
    expect({ status: rules.status, said: rules.stderr }).toEqual({ status: 0, said: "" });
  });
});
