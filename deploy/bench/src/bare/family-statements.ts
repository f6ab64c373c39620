const LIST = `r.id, r.child_id, r.registration_number, r.jenjang, r.kelas, r.academic_year, r.current_stage,
  r.enrollment_status, r.payment_amount, r.payment_status, r.payment_evidence_file_id, r.rejection_reason,
  r.payment_verified_at, r.payment_verified_by_name, r.payment_verified_by_role, r.accepted_at, r.locked,
  r.created_at, r.updated_at, r.version`;
const DETAIL = `${LIST}, r.previous_school, r.previous_grade, r.nisn, r.how_know_school, r.uniform_size,
  r.sibling_name, r.collective_student_name, r.information, r.bank_name, r.bank_account_number, r.bank_account_owner`;
const BESIDE = 'c.full_name as child_full_name, c.nick_name as child_nick_name, f.name as evidence_name';
const FROM = `from registrations r join children c on c.id = r.child_id join parents p on p.id = c.parent_id
  left join files f on f.id = r.payment_evidence_file_id`;
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
  lockChild: `select c.id, c.full_name, c.nick_name, c.gender, c.birth_city, c.birth_date, c.version, c.created_at,
    c.updated_at, c.parent_id, c.nik, c.sibling_count, c.blood_type, c.address, c.kelurahan, c.kecamatan, c.kab_kota,
    c.provinsi, c.kk_number from children c join parents p on p.id = c.parent_id
    where p.user_id = $1 and c.deleted_at is null and c.id = $2 limit 1 for no key update of c`,
  number: `insert into registration_counters as counter (academic_year, jenjang, last) values ($1, $2, 1)
    on conflict (academic_year, jenjang) do update set last = counter.last + 1 returning last`,
  register: `insert into registrations (id, child_id, registration_number, jenjang, kelas, academic_year,
    previous_school, how_know_school, payment_amount) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
  keepNumber: `insert into registration_numbers (number, academic_year, jenjang, sequence, registration_id)
    values ($1, $2, $3, $4, $5)`,
  stage: `insert into registration_stages (id, registration_id, child_id, stage, created_by_id, created_by_name,
    created_by_role) values ($1, $2, $3, 'registered', $4, $5, $6)`,
  outbox: `insert into outbox (id, type, version, queue, sealed, request_id)
    values ($1, 'message.requested', 1, 'notification', $2, $3)`,
  raise: `update registrations set event_version = event_version + 1 where id in
    (select id from registrations where id = $1 order by id for no key update)`,
  copy: `select r.id, r.event_version as version, r.deleted_at is not null as deleted, p.user_id, r.child_id,
    c.full_name as child_name, c.nick_name as child_nick_name, c.gender as child_gender, p.father_name, p.mother_name,
    p.father_phone, p.mother_phone, p.contact_phone, a.phone as login_phone, r.registration_number, r.jenjang, r.kelas,
    r.academic_year, r.current_stage, r.payment_status
    from registrations r join children c on c.id = r.child_id join parents p on p.id = c.parent_id
    left join accounts a on a.id = p.user_id where r.id in ($1) order by r.id`,
  view: `select ${DETAIL}, ${BESIDE}, to_jsonb(c) as child, to_jsonb(p) as parent ${FROM}
    where r.deleted_at is null and p.user_id = $1 and r.id = $2 limit 1`,
} as const;
