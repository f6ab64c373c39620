import { KIT_CLASSES, LIFE, type SchemaClasses, words } from '@gerbang/service-kit/data/data-classes';
import { HANDLED_WORK_CLASSES } from '@gerbang/service-kit/data/handled-work';
import { SCHOOL_DATA_CLASSES } from './school-data-classes.ts';

/** The classes of this service's columns. */
export const DATA_CLASSES: SchemaClasses = {
  ...KIT_CLASSES,
  ...SCHOOL_DATA_CLASSES,
  accounts: {
    personal: words('name phone'),
    plain: words('id role active version phone_verified unproved_since'),
  },
  parents: {
    sealed: words('father_ktp father_income mother_ktp mother_income'),
    personal: words(
      `father_name father_alive_status father_education father_job father_phone mother_name mother_alive_status
       mother_education mother_job mother_phone contact_phone address kelurahan kecamatan kab_kota provinsi`,
    ),
    plain: words(`id user_id contact_phone_verified_at version ${LIFE}`),
  },
  contact_phone_codes: {
    personal: words('phone code_hash address_key'),
    plain: words('id user_id salt attempts created_at expires_at used_at voided_at'),
  },
  children: {
    sealed: words('nik kk_number'),
    specific: words(
      `full_name nick_name gender birth_city birth_date nik_index sibling_count blood_type address kelurahan kecamatan
       kab_kota provinsi`,
    ),
    plain: words(`id parent_id version ${LIFE} deleted_at`),
  },
  entered_sections: {
    personal: words('entered_by_name'),
    plain: words('user_id key entered_by_id entered_by_role entered_at confirmed_at'),
  },
  counter_limits: { plain: words('staff_id kind count window_started_at') },
  // Rows of a list as its file has them; they end a month after the last work on it.
  imports: {
    sealed: words('head'),
    personal: words('file_name created_by_name started_by_name'),
    plain: words(
      `id state other_sheets created_by_id created_by_role started_by_id started_by_role started_at ended_at tested_at settle_asked_by_id settle_sum version ${LIFE}`,
    ),
  },
  import_rows: {
    sealed: words('cells edits shown'),
    personal: words('outcome_text'),
    plain: words(
      `id import_id n version hidden status left_out decided family_id child_id position outcome registration_id made_family
       made_child done_at`,
    ),
  },
  nik_entries: { plain: words('child_id user_id at') },
  consents: { personal: words('address'), plain: words('id child_id user_id version given_at') },
  files: {
    personal: words('name'),
    plain: words(
      `id uploader_id uploader_role purpose media_type size created_at attached_at attached_to record_id family_user_id
       content_hash invoice_number invoice_registration_id`,
    ),
  },
  slip_fees: { plain: words('file_id registration_id') },
  // A thumb of 32 × 32 cells shows no letter; it is personal as its file is.
  file_prints: {
    personal: words('thumb detail'),
    plain: words('file_id sha256 dhash alert_status alert_version at'),
  },
  proof_alerts: {
    personal: words('note decided_by_name'),
    plain: words(
      'id file_id other_file_id kind score status decided_by_id decided_by_role decided_at version created_at',
    ),
  },
  child_documents: {
    specific: words('status waived_reason'),
    plain: words(`id child_id type_id current_version approved_version expires_on version ${LIFE}`),
  },
  document_versions: {
    sealed: words('note'),
    personal: words('reason_text sent_by_name reviewed_by_name'),
    specific: words('decision reason_code'),
    plain: words(
      `id document_id number files sent_by_id sent_by_role sent_at reviewed_by_id reviewed_by_role reviewed_at`,
    ),
  },
  facts_checked: {
    personal: words('checked_by_name'),
    plain: words('child_id fact document_version_id value_hmac checked_by_id checked_by_role at'),
  },
  facts_changed: { plain: words('child_id fact document_id at') },
  uploads: { plain: words('id user_id kind bytes created_at') },
  registrations: {
    sealed: words('bank_account_number'),
    specific: words(
      `nisn previous_school previous_grade uniform_size sibling_name collective_student_name information current_stage
       accepted_at bank_name bank_account_owner payment_amount payment_status rejection_reason search_text child_sort
       observation_date re_enrolled_on fully_paid_on fee_returned fee_promised`,
    ),
    personal: words('payment_verified_by_name'),
    plain: words(
      `id child_id registration_number jenjang kelas academic_year how_know_school enrollment_status
       payment_evidence_file_id payment_verified_at payment_verified_by payment_verified_by_role locked version
       event_version confirmation_version result_announcement_id result_opened_at payment_since
       settled_by_line_id settled_by_pay_request_id settled_by_cash_id settled_by_import_id pay_channel wave_id corrections fee_returned_version ${LIFE} deleted_at`,
    ),
  },
  registration_search: { specific: words('search_text'), plain: words('registration_id') },
  registration_counts: { plain: words('academic_year jenjang payment_status current_stage n') },
  registration_days: {
    plain: words('day academic_year jenjang payment_status current_stage re_enrolment n'),
  },
  registration_waits: { plain: words('day academic_year jenjang step waited n') },
  handled_work: HANDLED_WORK_CLASSES,
  registration_counters: { plain: words('academic_year jenjang last') },
  registration_numbers: {
    plain: words(
      'number academic_year jenjang sequence registration_id issued_at voided_at fee_amount fee_verified_at',
    ),
  },
  registration_stages: {
    specific: words('stage content note observation_time observation_place'),
    personal: words('created_by_name'),
    plain: words('id registration_id child_id file_id reached_at created_by_id created_by_role created_at'),
  },
  offers: {
    personal: words('reason_text created_by_name'),
    plain: words(
      `id registration_id pool_id source status answer_until extensions release_cause reason_code accepted_at
       releasing_at released_at reminded_on created_by_id created_by_role version ${LIFE}`,
    ),
  },
  waitlist_entries: {
    plain: words(
      `id registration_id pool_id status sort_key criteria_values joined_at confirmed_at asked_at reminders ended_at
       ended_event version`,
    ),
  },
  waitlist_events: {
    personal: words('actor_name'),
    plain: words('id pool_id cause entry_id count release_cause priority note actor_id actor_role at'),
  },
  waitlist_positions: { plain: words('entry_id event_id position of at') },
  registration_priorities: {
    personal: words('note by_name'),
    plain: words('registration_id kind confirmed by_id by_role at'),
  },
  corrections: {
    sealed: words('sealed_changes'),
    specific: words('changes objection'),
    personal: words('reason by_name'),
    plain: words(
      'id registration_id target record_id basis document_id by_id by_role objected_at created_at',
    ),
  },
  correction_requests: {
    specific: words('text answer'),
    personal: words('answered_by_name'),
    plain: words(
      `id registration_id correction_id status answered_by_id answered_by_role answered_at version created_at`,
    ),
  },
  family_notes: { personal: words('text by_name'), plain: words('id user_id by_id by_role at') },
  withdrawals: {
    sealed: words('account'),
    specific: words('note decided_reason'),
    personal: words('by_name decided_by_name'),
    plain: words(
      'id registration_id asked_by reason_code status refundable checked by_id by_role objected_at decided_by_id decided_by_role decided_at digested_at version created_at',
    ),
  },
  fee_differences: {
    specific: words('reason'),
    personal: words('decided_by_name'),
    plain: words(
      `id registration_id fee amount way decided_by_id decided_by_role decided_at paid_at settled_on settled_by_line_id
       settled_by_pay_request_id settled_by_cash_id pay_channel ended_id ended_cash_id ended_at created_at`,
    ),
  },
  calendar_links: { personal: words('token_hash'), plain: words('user_id created_at') },
  observation_bookings: {
    specific: words('status needs'),
    personal: words('by_name attendees'),
    plain: words(
      `id slot_id registration_id source moves by_id by_role reminded_on checked_in_at version ${LIFE}`,
    ),
  },
  // What assessors think of a child; only its average outlives a year after the announcement.
  observation_scores: {
    sealed: words('notes'),
    specific: words('scores average recommendation'),
    personal: words('assessor_name reopened_by_name reopen_reason'),
    plain: words(
      `id registration_id rubric_id assessor_id status submitted_at reopened_at reopened_by_id version ${LIFE}`,
    ),
  },
  observation_summaries: {
    specific: words('average spread recommendations'),
    plain: words('registration_id sheets version'),
  },
  // Religion, incomes and measures of a child among them.
  dapodik_answers: { sealed: words('answers'), plain: words('id child_id parent_id updated_at') },
  continuations: {
    specific: words('answer'),
    plain: words(
      `id registration_id academic_year jenjang kelas deadline fee_percent observation asked_at asked_by_id reminded_at
       answered_at made_id`,
    ),
  },
  dapodik_asks: { plain: words('parent_id asked_at asked_by_id') },
  registration_payment_events: {
    specific: words('from_status to_status reason'),
    personal: words('actor_name'),
    plain: words(
      'id registration_id cause file_id settled_by_line_id settled_by_pay_request_id pay_channel settled_by_import_id import_method settled_on cash_id actor_id actor_role at',
    ),
  },
  // Its trail has entries about children, too.
  audit_events: {
    specific: words('details'),
    personal: words('actor_name address'),
    plain: words('id at action actor_id actor_role subject_id request_id'),
  },
  // Only when families were told what stands elsewhere: the messages and the reminders in the trail are exported, these
  // rows end with the child and the registration.
  document_notices: { plain: words('child_id told_at') },
  document_reminders: { plain: words('registration_id asked_at done_at') },
  // What the family's dashboard shows, put together from the tables above and billing's events.
  family_dashboards: {
    specific: words('body dues'),
    plain: words('user_id changes shape awaits_results untold accepted dues_version unread'),
  },
  dues_feed: { plain: words('one complete_at') },
  dashboard_repairs: { plain: words('id area found at') },
  published_announcements: {
    personal: words('title content'),
    plain: words('id observation_period jenjang published_at first_published_at'),
  },
  published_results: {
    specific: words('result individual_note'),
    plain: words('id announcement_id registration_id'),
  },
  erasure_requests: {
    personal: words('note decision_reason decided_by_name'),
    plain: words(
      'id user_id status received_at due_at sort_key decided_at decided_by_id decided_by_role done_at version',
    ),
  },
  erasure_reports: { plain: words('request_id service at') },
  erased_registrations: { plain: words('id at') },
};
