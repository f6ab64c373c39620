/**
 * The class of every column (reliability, Privacy; UU 27/2022 article 4): `specific` = data of children in clear,
 * `personal` = names and numbers of people, and what they write; what is in neither a table gives under `plain`. Nothing
 * here is sealed: no personal number comes to this service. A test fails for a column without a class.
 */
export interface DataClasses {
  readonly specific?: readonly string[];
  readonly personal?: readonly string[];
  readonly plain: readonly string[];
}

const words = (text: string) => text.split(/\s+/u).filter(Boolean);
const LIFE = 'created_at updated_at';

export const DATA_CLASSES: Readonly<Record<string, DataClasses>> = {
  accounts: { personal: words('name phone'), plain: words('id role active version') },
  registrations: {
    specific: words('child_name child_nick_name current_stage payment_status'),
    plain: words('id version deleted user_id child_id registration_number jenjang kelas academic_year'),
  },
  announcements: {
    personal: words('title content review_notes created_by_name reviewed_by_name published_by_name'),
    plain: words(
      `id observation_period jenjang status created_by_id created_by_role reviewed_by_id reviewed_by_role published_by_id
       published_by_role submitted_at reviewed_at published_at passed_count failed_count skipped_count version ${LIFE}`,
    ),
  },
  announcement_results: {
    specific: words('result individual_note skip_reason'),
    plain: words('id announcement_id registration_id child_id live skipped_at published_at created_at'),
  },
  audit_events: {
    personal: words('actor_name details address'),
    plain: words('id at action actor_id actor_role subject_id request_id'),
  },
  audit_anchors: { plain: words('position hash made_at') },
  retention_runs: { plain: words('day started_at finished_at counts') },
  audit_chain: { plain: words('position event_id hash sealed_at') },
  // Payloads and answers are sealed with the bus key, which is rotated by their short life.
  outbox: { plain: words('id type version queue sealed request_id created_at relayed_at relayed_to') },
  processed_events: { plain: words('id type processed_at') },
  idempotency_keys: { plain: words('user_id route key sealed created_at') },
};
