import { respellNames } from '@gerbang/service-kit/data/respell-names';
import type { Knex } from 'knex';

/**
 * Names that were stored before calls began to spell them in one way are found, compared and printed like newer ones; what
 * staff search and sort registrations by follows.
 */
export async function up(knex: Knex): Promise<void> {
  const children = await respellNames(knex, 'children', ['full_name', 'nick_name']);
  const parents = await respellNames(knex, 'parents', ['father_name', 'mother_name']);
  const accounts = await respellNames(knex, 'accounts', ['name']);
  await knex.raw(
    `update registrations r
    set child_sort = lower(c.full_name),
      search_text = lower(concat_ws(chr(10), c.full_name, c.nick_name, p.father_name, p.mother_name,
        p.contact_phone, p.father_phone, p.mother_phone, a.name, a.phone, r.registration_number, r.jenjang,
        case when r.kelas like r.jenjang || '%' then r.kelas else r.jenjang || ' ' || r.kelas end))
    from children c join parents p on p.id = c.parent_id left join accounts a on a.id = p.user_id
    where c.id = r.child_id
      and (c.id = any (:children) or p.id = any (:parents) or a.id = any (:accounts))`,
    { children, parents, accounts },
  );
}

/** The earlier spellings are not kept, and no release needs them. */
export async function down(): Promise<void> {}
