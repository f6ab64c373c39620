import type { Subjects } from '@gerbang/service-kit/audit/audit-lookup';

/** The records of the trail as people know them: announcements by their titles, and registrations. */
export const TRAIL_SUBJECTS: Subjects = {
  names: 'families.read',
  sql: `
    select id, null as name, title as number, null::uuid as family_id from announcements where id = any(:ids::uuid[])
    union all select id, child_name, registration_number, id from registrations where id = any(:ids::uuid[])`,
  searched: {
    from: 'registrations r',
    name: 'r.child_name',
    number: 'r.registration_number',
    records: 'select id from found',
  },
};
