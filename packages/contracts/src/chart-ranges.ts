/** How far back a chart looks. Free of zod: screens use it without that weight. */
export const CHART_RANGES = ["24h", "7d", "30d", "1y", "all"] as const;
export type ChartRange = (typeof CHART_RANGES)[number];
