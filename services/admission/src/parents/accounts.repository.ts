import type { EventPayload } from '@gerbang/contracts/events';
import { preparedIn } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';

const SAVE = `
  with told as materialized (
    select * from jsonb_to_recordset($1::jsonb) as t(id uuid, name text, role text, phone text,
      phone_verified boolean, active boolean, version bigint)
  ), former as (
    select id, name, phone from accounts where id in (select id from told)
  ), saved as (
    insert into accounts as a (id, name, role, phone, active, version, phone_verified, unproved_since)
    select id, name, role, phone, active, version, phone_verified, case when not phone_verified then now() end
    from told order by id
    on conflict (id) do update set name = excluded.name, role = excluded.role, phone = excluded.phone,
      active = excluded.active, version = excluded.version, phone_verified = excluded.phone_verified,
      unproved_since = case when not excluded.phone_verified then coalesce(a.unproved_since, now()) end
      where excluded.version >= a.version
    returning id, name, phone
  )
  select p.id from saved join parents p on p.user_id = saved.id left join former on former.id = saved.id
  where (former.name, former.phone) is distinct from (saved.name, saved.phone) order by p.id`;

/**
 * Keeps these accounts, one row each, unless a newer version is stored; the stored one is written again, so that a replay
 * fills in whether the number is proved. Returns the ids of the families whose account has another name or login phone now.
 */
export async function saveAccounts(
  trx: Knex.Transaction,
  accounts: readonly EventPayload<'account.changed'>[],
): Promise<string[]> {
  const families = await preparedIn(trx)<{ id: string }>('accounts_keep', SAVE, [JSON.stringify(accounts)]);
  return families.map(({ id }) => id);
}
