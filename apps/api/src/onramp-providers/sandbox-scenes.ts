import type { OnrampStatus } from "@wattle/contracts/onramp";

/** One webhook of a scene; `same` sends the one before it again. */
export type Step = OnrampStatus | "same";

interface Scene {
  readonly label: string;
  readonly about: string;
  readonly steps: readonly Step[];
  /** Needs an order that was completed. */
  readonly afterwards?: true;
}

/** Outcomes that a visitor of the sandbox's checkout can choose, each as the webhooks a provider would send. */
export const SCENES = {
  pay: { label: "Pay", about: "The payment goes through.", steps: ["pending", "completed"] },
  decline: { label: "Have the card declined", about: "The payment fails.", steps: ["pending", "failed"] },
  cancel: { label: "Cancel", about: "Nothing is paid.", steps: ["cancelled"] },
  wait: { label: "Pay, and leave it pending", about: "The provider is still checking.", steps: ["pending"] },
  late: {
    label: "Pay late",
    about: "The order has expired before the money comes.",
    steps: ["expired", "completed"],
  },
  twice: {
    label: "Pay, reported twice",
    about: "The provider sends the same news again.",
    steps: ["pending", "completed", "same"],
  },
  disorder: {
    label: "Pay, reported out of order",
    about: "The end of the story arrives before its beginning.",
    steps: ["completed", "pending"],
  },
  refund: {
    label: "Refund it",
    about: "The provider gives the money back, and the coins leave again.",
    steps: ["refunded"],
    afterwards: true,
  },
} as const satisfies Record<string, Scene>;
export type SceneName = keyof typeof SCENES;

export const isScene = (name: unknown): name is SceneName =>
  typeof name === "string" && Object.hasOwn(SCENES, name);
