/**
 * Places an account was logged in from before: devices by the hash of their cookie, networks by the front of their
 * address.
 */
import { hash } from "node:crypto";
import type { KnownPlace } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";

/** Kept places of each kind for an account, the ones seen last. */
const KEPT_PLACES = 50;

/** How a device's cookie is stored: hex SHA-256. It is random enough that no salt is needed. */
export const hashDevice = (cookie: string): string => hash("sha256", cookie, "hex");

/** Every device and network that an account is known from. */
export async function listKnownPlaces(reader: Reader, userId: string): Promise<KnownPlace[]> {
  return reader
    .selectFrom("known_devices")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("kind")
    .orderBy("mark")
    .execute();
}

/** Notes that an account was seen at a place, and forgets the places that it was not seen at for longest. */
export async function noteKnownPlace(tx: WriteTx, place: KnownPlace): Promise<void> {
  await tx
    .insertInto("known_devices")
    .values(place)
    .onConflict((conflict) =>
      conflict.columns(["user_id", "kind", "mark"]).doUpdateSet({ seen_at: place.seen_at }),
    )
    .execute();
  const kept = tx
    .selectFrom("known_devices")
    .select("mark")
    .where("user_id", "=", place.user_id)
    .where("kind", "=", place.kind)
    .orderBy("seen_at", "desc")
    .orderBy("mark")
    .limit(BigInt(KEPT_PLACES));
  await tx
    .deleteFrom("known_devices")
    .where("user_id", "=", place.user_id)
    .where("kind", "=", place.kind)
    .where("mark", "not in", kept)
    .execute();
}

/** Forgets a device: it is new to the account when it comes again. @param mark as `hashDevice` makes it */
export async function forgetDevice(tx: WriteTx, userId: string, mark: string): Promise<void> {
  await tx
    .deleteFrom("known_devices")
    .where("user_id", "=", userId)
    .where("kind", "=", "device")
    .where("mark", "=", mark)
    .execute();
}

/** Whether the account was ever seen anywhere: the first place is no news. */
export const isKnownSomewhere = (places: readonly KnownPlace[]): boolean =>
  places.some(({ kind }) => kind === "device");

/** Whether a place is among those known. */
export const isKnownPlace = (
  places: readonly KnownPlace[],
  { kind, mark }: Pick<KnownPlace, "kind" | "mark">,
): boolean => places.some((known) => known.kind === kind && known.mark === mark);
