import type { Subjects } from '@gerbang/service-kit/audit/audit-lookup';

/** The records of the trail as people know them: registrations, children, accounts, and what belongs to a registration. */
export const TRAIL_SUBJECTS: Subjects = {
  names: 'families.read',
  sql: `
    select r.id, c.full_name as name, r.registration_number as number, r.id as family_id
      from registrations r join children c on c.id = r.child_id where r.id = any(:ids::uuid[])
    union all select c.id, c.full_name, null, p.user_id
      from children c join parents p on p.id = c.parent_id where c.id = any(:ids::uuid[])
    union all select p.id, a.name, null, p.user_id
      from parents p join accounts a on a.id = p.user_id where p.id = any(:ids::uuid[])
    union all select id, name, null, id from accounts where role = 'wali_murid' and id = any(:ids::uuid[])`,
  searched: {
    from: `registration_search s join registrations r on r.id = s.registration_id
      join children c on c.id = r.child_id`,
    text: 's.search_text',
    name: 'c.full_name',
    number: 'r.registration_number',
    records: 'select id from found union all select child_id from found',
  },
};
