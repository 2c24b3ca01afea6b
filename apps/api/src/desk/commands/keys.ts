import type { Place } from "@wattle/db/sealed/sealed-columns";
import { readKeyUsage } from "../../data-keys/key-usage.ts";
import { resealAll } from "../../data-keys/reseal-all.ts";
import { listUsedKeyIds } from "@wattle/db/data-keys/key-ring";
import { rotateSigningKey } from "../../signed-quotes/signing-keys.ts";
import type { Services } from "../../services.ts";
import type { Command } from "./command.ts";

/** Values of one place that one key has sealed. */
type KeyRow = { readonly key: string; readonly place: Place; readonly values: number };

/** How much each key has sealed; `unknown` is a key that the database does not know, or none. */
async function keyRows(services: Pick<Services, "database" | "vault" | "documents">): Promise<KeyRow[]> {
  const used = await listUsedKeyIds(services.database.read);
  const ids = [...new Set([...services.vault.keyIds, ...used])];
  const usage = await readKeyUsage(services, ids);
  return [...usage].flatMap(([place, { byKey, other }]) =>
    [...Object.entries(byKey), ["unknown", other] as const]
      .filter(([, values]) => values > 0)
      .map(([key, values]) => ({ key, place, values })),
  );
}

/** How long a line of progress stays away after the last one, in values. */
const PROGRESS_STEP = 1000;

/** The keys of `DATA_KEYS`: what each has sealed, and resealing everything with the first. */
export const KEY_COMMANDS: readonly Command[] = [
  {
    name: "keys status",
    takes: "",
    about: "how many values each key in DATA_KEYS encrypts",
    machine: true,
    async run(context) {
      const { services } = context;
      const rows = await keyRows(services);
      const listed = rows.map(({ key, ...row }) => ({ key, seals: key === services.vault.keyId, ...row }));
      context.table(listed, "nothing is encrypted yet");
    },
  },
  {
    name: "keys rotate",
    takes: "",
    about: "encrypt everything with the first key in DATA_KEYS; you can stop it and run it again",
    machine: true,
    async run({ services, line }) {
      const { vault } = services;
      const shown = new Map<Place, number>();
      const done = await resealAll(services, {
        onProgress: (place, sealed) => {
          if (sealed - (shown.get(place) ?? 0) < PROGRESS_STEP) return;
          shown.set(place, sealed);
          line(`${place}: ${sealed} so far`);
        },
      });
      for (const [place, sealed] of done)
        if (sealed > 0) line(`${place}: ${sealed} sealed with ${vault.keyId}`);
      const left = (await keyRows(services)).filter(({ key }) => key !== vault.keyId);
      for (const { key, place, values } of left) line(`${place}: ${values} left, sealed with ${key}`);
      if (left.length > 0) return 1;
      const others = vault.keyIds.filter((id) => id !== vault.keyId);
      line(
        others.length === 0
          ? `Everything is sealed with ${vault.keyId}.`
          : `Everything is sealed with ${vault.keyId}. Once every server has started with it in front, ${others.join(", ")} can leave DATA_KEYS.`,
      );
      return 0;
    },
  },
  {
    name: "keys rotate-signing",
    takes: "",
    about:
      "sign rates with a new key; those held by the key before are honoured, and receipts can still be checked",
    machine: true,
    async run({ services, line }) {
      const { before, now } = await rotateSigningKey(services);
      line(`Rates are signed with ${now}: by a running server within five seconds.`);
      line(`${before} signs no more. It stays in /.well-known/jwks.json, for receipts.`);
    },
  },
];
