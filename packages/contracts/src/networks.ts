/** Chains that coins come in and go out by. Free of zod, so that screens use it without that weight. */
export const NETWORKS = ["bitcoin", "ethereum"] as const;
export type Network = (typeof NETWORKS)[number];
