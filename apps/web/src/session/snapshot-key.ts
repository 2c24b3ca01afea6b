/**
 * Storage key of the snapshot of the user. It only decides what is drawn until the server has been asked again. In a file of
 * its own, because the entry script, which is to stay small, looks for it.
 */
export const SNAPSHOT_KEY = "userSnapshot";
