import type { Migration } from "./migration.ts";

/** Who logged in from a device. Networks are shared by thousands, and are looked up by account alone. */
export const sharedDevices: Migration = {
  name: "0116-shared-devices",
  statements: () => [
    "create index known_devices_by_mark on known_devices (mark, user_id) where kind = 'device'",
  ],
};
