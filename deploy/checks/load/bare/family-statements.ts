const LIST = `r.id, r.child_id, r.registration_number, r.jenjang, r.kelas, r.academic_year, r.current_stage,
  r.enrollment_status, r.payment_amount, r.payment_status, r.payment_evidence_file_id, r.rejection_reason,
  r.payment_verified_at, r.payment_verified_by_name, r.payment_verified_by_role, r.accepted_at, r.locked,
  r.created_at, r.updated_at, r.version`;
const BESIDE = 'c.full_name as child_full_name, c.nick_name as child_nick_name, f.name as evidence_name';
const FROM = `from registrations r join children c on c.id = r.child_id join parents p on p.id = c.parent_id
  left join files f on f.id = r.payment_evidence_file_id`;
const SEARCH_TEXT = `lower(concat_ws(chr(10), c.full_name, c.nick_name, p.father_name, p.mother_name, p.contact_phone,
  p.father_phone, p.mother_phone, a.phone, $3::text, $4::text,
  case when $5::text like $4::text || '%' then $5::text else $4::text || ' ' || $5::text end))`;
const ACCOUNT = 'select id, name, role, phone, active, version from accounts where id = $1 limit 1';
const PARENT = `id, user_id, father_name, father_alive_status, father_ktp, father_education, father_job, father_phone,
  father_income, mother_name, mother_alive_status, mother_ktp, mother_education, mother_job, mother_phone,
  mother_income, contact_phone, address, kelurahan, kecamatan, kab_kota, provinsi, contact_phone_verified_at,
  version, created_at, updated_at`;

/** The statements of admission's use cases, one by one, as the service sends them. */
export const STATEMENTS = {
  list: `select ${LIST}, ${BESIDE} ${FROM} where r.deleted_at is null and p.user_id = $1
    order by r.created_at desc, r.id desc limit 500`,
  turn: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
  lockParent: `select ${PARENT} from parents where user_id = $1 limit 1 for no key update`,
  saveParent: `update parents set address = $2, father_job = $3, father_income = $4, version = version + 1,
    updated_at = now() where id = $1`,
  parent: `select ${PARENT} from parents where user_id = $1 limit 1`,
  account: ACCOUNT,
  audit: `insert into audit_events (id, action, actor_id, actor_name, actor_role, subject_id, details, request_id, address)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
  applicant: `select to_jsonb(c) as child, to_jsonb(p) as parent, to_jsonb(a) as account
    from children c join parents p on p.id = c.parent_id left join accounts a on a.id = p.user_id
    where p.user_id = $1 and c.id = $2 and c.deleted_at is null
    for no key update of c for share of p`,
  number: `insert into registration_counters as counter (academic_year, jenjang, last) values ($1, $2, 1)
    on conflict (academic_year, jenjang) do update set last = counter.last + 1 returning last`,
  register: `with made as (
      insert into registrations (id, child_id, registration_number, jenjang, kelas, academic_year, previous_school,
        how_know_school, payment_amount, event_version, search_text, child_sort)
      select $1, c.id, $3, $4, $5, $6, $7, $8, $9, 1, ${SEARCH_TEXT}, lower(c.full_name)
      from children c join parents p on p.id = c.parent_id left join accounts a on a.id = p.user_id
      where c.id = $2 returning *
    ), kept as (
      insert into registration_numbers (number, academic_year, jenjang, sequence, registration_id)
      select registration_number, academic_year, jenjang, $10, id from made
    ), staged as (
      insert into registration_stages (id, registration_id, child_id, stage, created_by_id, created_by_name, created_by_role)
      select $11, id, child_id, current_stage, $12, $13, 'wali_murid' from made
    ) select * from made`,
  message: `insert into outbox (id, type, version, queue, sealed, request_id)
    values ($1, 'message.requested', 1, 'notification', $2, $3) returning pg_notify('bare_outbox', '')`,
  changed: `insert into outbox (id, type, version, queue, sealed, request_id)
    values ($1, 'registration.changed', 1, 'announcement', $3, null), ($2, 'registration.changed', 1, 'billing', $4, null)
    returning pg_notify('bare_outbox', '')`,
} as const;
