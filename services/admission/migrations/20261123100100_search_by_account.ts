import type { Knex } from 'knex';

const textWith = (account: string) => `
  update registrations r
  set search_text = lower(concat_ws(chr(10), c.full_name, c.nick_name, p.father_name, p.mother_name,
    p.contact_phone, p.father_phone, p.mother_phone, ${account} a.phone, r.registration_number, r.jenjang,
    case when r.kelas like r.jenjang || '%' then r.kelas else r.jenjang || ' ' || r.kelas end))
  from children c join parents p on p.id = c.parent_id left join accounts a on a.id = p.user_id
  where c.id = r.child_id`;

/** Staff find a registration by its account's name too: a family without a profile has no other. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(textWith('a.name,'));
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(textWith(''));
}
