import { localDay } from "@wattle/contracts/days";
import type { LiabilitiesDocument } from "@wattle/contracts/liabilities";
import { inThread } from "@wattle/db/in-thread";
import { abandonPublication, beginPublication, isPublicationUnderWay } from "@wattle/db/liabilities";
import { isoTime } from "../clock.ts";
import type { StartTimer } from "../prices/timer.ts";
import type { Services } from "../services.ts";
import { startSweep } from "../transactions/start-sweep.ts";
import type { BegunPublication } from "./write-publication.ts";

type PublishServices = Pick<Services, "clock" | "config" | "database" | "ids" | "signingKeys">;

/** A process that began a day's publication so long ago has ended without it. */
const STALE_MILLISECONDS = 3_600_000;

/** The thread keeps few objects, however many customers there are. */
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

/**
 * Publishes in a thread, next to everything else.
 * @returns the document; undefined if another process publishes this day, or published something newer meanwhile
 * @throws Error if `signal` ended it; then another process may begin the day at once
 */
async function publish(
  { clock, config, database, ids, signingKeys }: PublishServices,
  day: string | null,
  signal?: AbortSignal,
): Promise<LiabilitiesDocument | undefined> {
  const [id, now] = [ids.uuid(), clock.now()];
  const begin = { id, day, created_at: BigInt(now), stale: BigInt(now - STALE_MILLISECONDS) };
  if (!(await database.write((tx) => beginPublication(tx, begin)))) return undefined;
  const begun: BegunPublication = { id, created_at: isoTime(now), key: signingKeys.current };
  const data = { url: config.DATABASE_URL, begun };
  try {
    return await inThread(new URL("publish-worker.ts", import.meta.url), { data, signal, limits: LIMITS });
  } catch (error) {
    if (signal?.aborted === true) await database.write((tx) => abandonPublication(tx, id));
    throw error;
  }
}

/**
 * Publishes what is owed to all customers at this moment. Before it is finished, the publication before it stays the newest.
 * @returns the document; undefined if another process published something newer meanwhile
 */
export const publishLiabilities = (services: PublishServices): Promise<LiabilitiesDocument | undefined> =>
  publish(services, null);

/** Publishes once in each local day of the installation, whichever process comes first. */
export async function publishDaily(
  services: PublishServices,
  signal?: AbortSignal,
): Promise<LiabilitiesDocument | undefined> {
  const now = services.clock.now();
  const day = localDay(now, services.config.TIME_ZONE);
  const stale = BigInt(now - STALE_MILLISECONDS);
  if (await isPublicationUnderWay(services.database.read, day, stale)) return undefined;
  return publish(services, day, signal);
}

/** Looks at once and then every minute whether today's is missing. @returns what stops it, a publication that is under way as well */
export function startDailyLiabilities(
  services: PublishServices & Pick<Services, "log">,
  timer?: StartTimer,
): () => Promise<void> {
  const stopping = new AbortController();
  const stop = startSweep(
    services,
    () =>
      publishDaily(services, stopping.signal).catch((error: unknown) => {
        if (!stopping.signal.aborted) throw error;
      }),
    "liabilities could not be published",
    timer,
  );
  return async () => {
    stopping.abort();
    await stop();
  };
}
