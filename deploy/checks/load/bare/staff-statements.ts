const LIST = `select r.id, r.version, c.full_name, c.nick_name, c.gender, p.father_name, p.mother_name, p.contact_phone,
  r.registration_number, r.jenjang, r.kelas, r.academic_year, r.payment_status, r.current_stage, r.payment_amount,
  r.payment_evidence_file_id is not null as has_proof, r.observation_date, r.created_at, r.updated_at
  from registrations r join children c on c.id = r.child_id join parents p on p.id = c.parent_id
  where r.deleted_at is null`;
const PAGE = 'order by r.created_at desc, r.id desc limit 51';
const COUNT = 'select count(*)::int as n from registrations r where r.deleted_at is null';
const KEPT = 'select coalesce(sum(n), 0)::int as n from registration_counts where true';

/** What of `search_text` the index is asked for, and the whole word. */
const found = (words: number) =>
  Array.from(
    { length: words },
    (_all, at) => `and r.search_text like $${2 * at + 1} and r.search_text || '' like $${2 * at + 2}`,
  ).join(' ');

interface Question {
  /** The first 50 and one more. */
  readonly page: string;
  /** How many there are in all, asked where a page is full. */
  readonly count: string;
}

const question = (where: string, kept?: string): Question => ({
  page: `${LIST} ${where} ${PAGE}`,
  count: kept ?? `${COUNT} ${where}`,
});

/** The statements of admission's staff list, as the service sends them, by what is asked for. */
export const STAFF_QUESTIONS: Readonly<Record<string, Question>> = {
  list: question('', KEPT),
  level: question('and r.jenjang = $1', `${KEPT} and jenjang = $1`),
  filter: question(
    'and r.payment_status = $1 and r.jenjang = $2',
    `${KEPT} and payment_status = $1 and jenjang = $2`,
  ),
  // One needle: a name, or a phone's digits.
  one: question(found(1)),
  // Three: a full name.
  three: question(found(3)),
};

/** The statements of one registration's whole record. */
export const STAFF_DETAIL = {
  record: `select r.*, c.full_name as child_full_name, c.nick_name as child_nick_name, f.name as evidence_name,
    to_jsonb(c) as child, to_jsonb(p) as parent
    from registrations r join children c on c.id = r.child_id join parents p on p.id = c.parent_id
    left join files f on f.id = r.payment_evidence_file_id
    where r.deleted_at is null and r.id = $1 limit 1`,
  account: 'select id, name, role, phone, active, version from accounts where id = $1 limit 1',
  audit: `insert into audit_events (id, action, actor_id, actor_name, actor_role, subject_id, details, request_id, address)
    values ($1, 'registration.read', $2, $3, 'admin', $4, $5, $6, '::1')`,
} as const;
