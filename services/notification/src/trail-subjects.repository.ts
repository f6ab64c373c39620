import type { Subjects } from '@gerbang/service-kit/audit/audit-lookup';

/** The accounts of the trail, by their names. */
export const TRAIL_SUBJECTS: Subjects = {
  names: 'families.read',
  sql: `
    select id, name, null as number, case when role = 'wali_murid' then id end as family_id
      from accounts where id = any(:ids::uuid[])`,
  searched: {
    from: 'accounts r',
    name: 'r.name',
    indexed: true,
    number: null,
    records: 'select id from found',
  },
};
