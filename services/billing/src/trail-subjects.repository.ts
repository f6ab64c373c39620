import type { Subjects } from '@gerbang/service-kit/audit/audit-lookup';

/** The records of the trail as people know them: registrations and invoices, and the payments of invoices. */
export const TRAIL_SUBJECTS: Subjects = {
  names: 'families.read',
  sql: `
    select id, child_name as name, registration_number as number, id as family_id
      from registrations where id = any(:ids::uuid[])
    union all select i.id, r.child_name, i.invoice_number, r.id
      from enrollment_invoices i join registrations r on r.id = i.registration_id where i.id = any(:ids::uuid[])
    union all select p.id, r.child_name, i.invoice_number, r.id
      from enrollment_invoice_payments p join enrollment_invoices i on i.id = p.enrollment_invoice_id
      join registrations r on r.id = i.registration_id where p.id = any(:ids::uuid[])
    union all select id, name, null, id from accounts where role = 'wali_murid' and id = any(:ids::uuid[])`,
  searched: {
    from: 'registrations r',
    name: 'r.child_name',
    indexed: true,
    number: 'r.registration_number',
    records: `
      select id from found
      union all select i.id from enrollment_invoices i join found on found.id = i.registration_id
      union all select p.id from enrollment_invoice_payments p
        join enrollment_invoices i on i.id = p.enrollment_invoice_id join found on found.id = i.registration_id`,
  },
};
