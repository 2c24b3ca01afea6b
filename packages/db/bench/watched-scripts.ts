import Sqlite from "better-sqlite3";

/** Watches so many scripts more, of addresses that no one pays. @param url of an SQLite database @param prefix of each, in hex */
export function watchMany(url: string, network: string, count: number, prefix = "0014"): void {
  const sqlite = new Sqlite(url.slice("sqlite:".length));
  sqlite
    .prepare(
      `insert into watched_scripts (network, script, added_at)
       with recursive counted (n) as (select 1 union all select n + 1 from counted where n < ?)
       select ?, ? || lower(hex(randomblob(20))), 0 from counted`,
    )
    .run(count, network, prefix);
  sqlite.close();
}
