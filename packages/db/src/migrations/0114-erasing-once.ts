import type { Migration } from "./migration.ts";

/** What lets an erasure begin, whatever the program says: what no law keeps has gone, and no hold stops it. */
const MAY_BEGIN = `new.cleared_at is not null and not exists (select 1 from customer_holds
  where user_id = new.user_id and kind = 'erasure' and released_at is null)`;
const REFUSED = "account_closures: an erasure begins once, and not while it is held";

/** Once an erasure has begun, other tables let go of rows that are otherwise only added to: so that it has is not written at will. */
export const erasingOnce: Migration = {
  name: "0114-erasing-once",
  statements: (dialect) =>
    dialect === "sqlite"
      ? [
          `create trigger account_closures_erasing before update of erasing_at on account_closures
           when new.erasing_at is not old.erasing_at and not (old.erasing_at is null and ${MAY_BEGIN})
           begin select raise(abort, '${REFUSED}'); end`,
          `create trigger account_closures_begun before insert on account_closures when new.erasing_at is not null
           begin select raise(abort, '${REFUSED}'); end`,
        ]
      : [
          `create function refuse_erasing() returns trigger language plpgsql as $$
           begin
             if tg_op = 'UPDATE' and old.erasing_at is null and ${MAY_BEGIN} then return new; end if;
             raise exception '${REFUSED}' using errcode = 'integrity_constraint_violation';
           end $$`,
          `create trigger account_closures_erasing before update of erasing_at on account_closures
           for each row when (new.erasing_at is distinct from old.erasing_at) execute function refuse_erasing()`,
          `create trigger account_closures_begun before insert on account_closures
           for each row when (new.erasing_at is not null) execute function refuse_erasing()`,
        ],
};
