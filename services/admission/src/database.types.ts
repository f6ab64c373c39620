// Made from the migrated database by `npm run types:database`; not to be edited.
import type { Role } from '@gerbang/domain/roles';

/** A row of each of the service's tables as knex returns it; the kit types its own. */
export interface Tables {
  readonly academic_years: {
    readonly id: string;
    readonly label: string;
    readonly state: 'planned' | 'open' | 'closed' | 'archived';
    readonly starts_on: string;
    readonly opened_at: Date | null;
    readonly opened_by_id: string | null;
    readonly opened_by_name: string | null;
    readonly closed_at: Date | null;
    readonly closed_by_id: string | null;
    readonly closed_by_name: string | null;
    readonly version: number;
    readonly created_at: Date;
    readonly updated_at: Date;
  };
  readonly accounts: {
    readonly id: string;
    readonly name: string | null;
    readonly role: Role;
    readonly phone: string | null;
    readonly active: boolean;
    readonly version: number;
    readonly phone_verified: boolean | null;
    readonly unproved_since: Date | null;
  };
  readonly admission_waves: {
    readonly id: string;
    readonly academic_year: string;
    readonly jenjang: 'KB' | 'TK' | 'SD' | 'SMP';
    readonly name: string;
    readonly opens_at: Date;
    readonly closes_at: Date;
    readonly applicants_max: number | null;
    readonly fee_override: number | null;
    readonly fee_typed_by_id: string | null;
    readonly fee_typed_by_name: string | null;
    readonly fee_typed_by_role: Role | null;
    readonly fee_confirmed_by_id: string | null;
    readonly fee_confirmed_by_name: string | null;
    readonly fee_confirmed_by_role: Role | null;
    readonly payment_period: string | null;
    readonly note: string | null;
    readonly cancelled_at: Date | null;
    readonly version: number;
    readonly created_at: Date;
    readonly updated_at: Date;
  };
  readonly calendar_links: {
    readonly user_id: string;
    readonly token_hash: Buffer;
    readonly created_at: Date;
  };
  readonly child_documents: {
    readonly id: string;
    readonly child_id: string;
    readonly type_id: string;
    readonly status: 'missing' | 'uploaded' | 'approved' | 'returned' | 'waived' | 'seen';
    readonly current_version: number | null;
    readonly approved_version: number | null;
    readonly waived_reason: string | null;
    readonly expires_on: string | null;
    readonly version: number;
    readonly created_at: Date;
    readonly updated_at: Date;
  };
  readonly children: {
    readonly id: string;
    readonly parent_id: string;
    readonly full_name: string;
    readonly nick_name: string | null;
    readonly gender: 'male' | 'female' | null;
    readonly birth_city: string | null;
    readonly birth_date: string;
    /** Ciphertext. */
    readonly nik: string | null;
    readonly nik_index: string | null;
    readonly sibling_count: number | null;
    readonly blood_type: 'A' | 'B' | 'O' | 'AB' | null;
    readonly address: string | null;
    readonly kelurahan: string | null;
    readonly kecamatan: string | null;
    readonly kab_kota: string | null;
    readonly provinsi: string | null;
    /** Ciphertext. */
    readonly kk_number: string | null;
    readonly version: number;
    readonly created_at: Date;
    readonly updated_at: Date;
    readonly deleted_at: Date | null;
  };
  readonly consents: {
    readonly id: string;
    readonly child_id: string;
    readonly user_id: string;
    readonly version: string;
    readonly address: string;
    readonly given_at: Date;
  };
  readonly contact_phone_codes: {
    readonly id: string;
    readonly user_id: string;
    readonly phone: string;
    readonly salt: Buffer;
    readonly code_hash: Buffer;
    readonly attempts: number;
    readonly created_at: Date;
    readonly expires_at: Date;
    readonly used_at: Date | null;
    readonly voided_at: Date | null;
    readonly address_key: string;
  };
  readonly continuations: {
    readonly id: string;
    readonly registration_id: string;
    readonly academic_year: string;
    readonly jenjang: 'KB' | 'TK' | 'SD' | 'SMP';
    readonly kelas: string | null;
    readonly deadline: string;
    readonly fee_percent: number;
    readonly observation: boolean;
    readonly asked_at: Date;
    readonly asked_by_id: string;
    readonly reminded_at: Date | null;
    readonly answer: 'yes' | 'no' | null;
    readonly answered_at: Date | null;
    readonly made_id: string | null;
  };
  readonly correction_requests: {
    readonly id: string;
    readonly registration_id: string;
    readonly correction_id: string | null;
    readonly text: string;
    readonly status: 'open' | 'done' | 'refused';
    readonly answer: string | null;
    readonly answered_by_id: string | null;
    readonly answered_by_name: string | null;
    readonly answered_by_role: Role | null;
    readonly answered_at: Date | null;
    readonly version: number;
    readonly created_at: Date;
  };
  readonly corrections: {
    readonly id: string;
    readonly registration_id: string;
    readonly target: 'child' | 'parents' | 'registration';
    readonly record_id: string;
    readonly changes: unknown;
    /** Ciphertext. */
    readonly sealed_changes: string | null;
    readonly reason: string;
    readonly basis: 'document' | 'family' | 'typing' | 'other';
    readonly document_id: string | null;
    readonly by_id: string;
    readonly by_name: string | null;
    readonly by_role: Role;
    readonly objected_at: Date | null;
    readonly objection: string | null;
    readonly created_at: Date;
  };
  readonly counter_limits: {
    readonly staff_id: string;
    readonly kind: 'search' | 'wrong';
    readonly count: number;
    readonly window_started_at: Date;
  };
  readonly dapodik_answers: {
    readonly id: string;
    readonly child_id: string | null;
    readonly parent_id: string | null;
    /** Ciphertext. */
    readonly answers: string;
    readonly updated_at: Date;
  };
  readonly dapodik_asks: {
    readonly parent_id: string;
    readonly asked_at: Date;
    readonly asked_by_id: string;
  };
  readonly dashboard_repairs: {
    readonly id: number;
    readonly area: 'admission' | 'announcement' | 'billing';
    readonly found: number;
    readonly at: Date;
  };
  readonly districts: {
    readonly code: string;
    readonly regency_code: string;
    readonly name: string;
  };
  readonly document_notices: {
    readonly child_id: string;
    readonly told_at: Date;
  };
  readonly document_reminders: {
    readonly registration_id: string;
    readonly asked_at: Date;
    readonly done_at: Date | null;
  };
  readonly document_types: {
    readonly id: string;
    readonly key: string;
    readonly label: string;
    readonly help: string;
    readonly purpose: string;
    readonly jenjang: readonly string[];
    readonly classes: readonly string[] | null;
    readonly required: boolean;
    readonly needed_by: 'registration' | 'observation' | 're_enrolment';
    readonly gate: 'none' | 'warn' | 'block';
    readonly blocks_from: Date | null;
    readonly max_files: number;
    readonly accepts: 'image' | 'image_pdf';
    readonly facts: readonly string[];
    readonly expires_months: number | null;
    readonly position: number;
    readonly retired_at: Date | null;
    readonly version: number;
    readonly created_at: Date;
    readonly updated_at: Date;
    readonly told_version: number;
  };
  readonly document_versions: {
    readonly id: string;
    readonly document_id: string;
    readonly number: number;
    readonly files: unknown;
    /** Ciphertext. */
    readonly note: string | null;
    readonly sent_by_id: string;
    readonly sent_by_name: string | null;
    readonly sent_by_role: Role;
    readonly sent_at: Date;
    readonly decision: 'approved' | 'returned' | null;
    readonly reason_code: 'buram' | 'terpotong' | 'salah_dokumen' | 'beda_data' | 'kedaluwarsa' | 'halaman_kurang' | 'lain' | null;
    readonly reason_text: string | null;
    readonly reviewed_by_id: string | null;
    readonly reviewed_by_name: string | null;
    readonly reviewed_by_role: Role | null;
    readonly reviewed_at: Date | null;
  };
  readonly dues_feed: {
    readonly one: boolean;
    readonly complete_at: Date;
  };
  readonly entered_sections: {
    readonly user_id: string;
    readonly key: string;
    readonly entered_by_id: string;
    readonly entered_by_name: string | null;
    readonly entered_by_role: Role;
    readonly entered_at: Date;
    readonly confirmed_at: Date | null;
  };
  readonly erased_registrations: {
    readonly id: string;
    readonly at: Date;
  };
  readonly erasure_reports: {
    readonly request_id: string;
    readonly service: 'auth' | 'announcement' | 'billing' | 'notification';
    readonly at: Date;
  };
  readonly erasure_requests: {
    readonly id: string;
    readonly user_id: string;
    readonly status: 'received' | 'approved' | 'refused' | 'done';
    readonly note: string | null;
    readonly received_at: Date;
    readonly due_at: Date;
    readonly sort_key: number;
    readonly decided_at: Date | null;
    readonly decision_reason: string | null;
    readonly decided_by_id: string | null;
    readonly decided_by_name: string | null;
    readonly decided_by_role: Role | null;
    readonly done_at: Date | null;
    readonly version: number;
  };
  readonly facts_changed: {
    readonly child_id: string;
    readonly fact: string;
    readonly document_id: string;
    readonly at: Date;
  };
  readonly facts_checked: {
    readonly child_id: string;
    readonly fact: 'child_name' | 'birth_date' | 'birth_place' | 'nik' | 'kk_number' | 'parent_names' | 'address';
    readonly document_version_id: string;
    readonly value_hmac: Buffer;
    readonly checked_by_id: string;
    readonly checked_by_name: string | null;
    readonly checked_by_role: Role;
    readonly at: Date;
  };
  readonly family_dashboards: {
    readonly user_id: string;
    readonly changes: number;
    readonly body: string | null;
    readonly shape: number | null;
    readonly awaits_results: boolean | null;
    readonly accepted: boolean | null;
    readonly dues: unknown;
    readonly dues_version: number | null;
    readonly unread: number | null;
    readonly untold: boolean | null;
  };
  readonly family_notes: {
    readonly id: string;
    readonly user_id: string;
    readonly text: string;
    readonly by_id: string;
    readonly by_name: string | null;
    readonly by_role: Role;
    readonly at: Date;
  };
  readonly fee_differences: {
    readonly id: string;
    readonly registration_id: string;
    readonly fee: number;
    readonly amount: number;
    readonly way: 'ask' | 'leave' | 'give_back' | null;
    readonly reason: string | null;
    readonly decided_by_id: string | null;
    readonly decided_by_name: string | null;
    readonly decided_by_role: Role | null;
    readonly decided_at: Date | null;
    readonly paid_at: Date | null;
    readonly settled_on: string | null;
    readonly settled_by_line_id: string | null;
    readonly settled_by_pay_request_id: string | null;
    readonly ended_id: string | null;
    readonly ended_at: Date | null;
    readonly created_at: Date;
    readonly pay_channel: 'va' | 'qris' | null;
    readonly settled_by_cash_id: string | null;
    readonly ended_cash_id: string | null;
  };
  readonly file_prints: {
    readonly file_id: string;
    readonly sha256: Buffer | null;
    readonly dhash: string | null;
    readonly thumb: Buffer | null;
    readonly alert_status: 'open' | 'dismissed' | 'confirmed' | 'paid_by_bank' | null;
    readonly alert_version: number;
    readonly at: Date;
    readonly detail: Buffer | null;
  };
  readonly files: {
    readonly id: string;
    readonly uploader_id: string;
    readonly uploader_role: Role;
    readonly purpose: 'payment_evidence' | 'stage_attachment' | 'school_logo' | 'child_document';
    readonly name: string;
    readonly media_type: string;
    readonly size: number;
    readonly created_at: Date;
    readonly attached_at: Date | null;
    readonly attached_to: 'registration_payment' | 'registration_stage' | 'invoice_payment' | 'school' | 'child_document' | 'refund' | null;
    readonly record_id: string | null;
    readonly family_user_id: string | null;
    readonly content_hash: Buffer | null;
    readonly invoice_number: string | null;
    readonly invoice_registration_id: string | null;
  };
  readonly handled_work: {
    readonly day: string;
    readonly kind: 'proof' | 'payment' | 'confirmation';
    readonly academic_year: string;
    readonly jenjang: string;
    readonly waited: number;
    readonly actor_id: string;
    readonly actor_role: Role;
  };
  readonly import_rows: {
    readonly id: string;
    readonly import_id: string;
    readonly n: number;
    readonly hidden: boolean;
    /** Ciphertext. */
    readonly cells: string;
    /** Ciphertext. */
    readonly edits: string | null;
    /** Ciphertext. */
    readonly shown: string | null;
    readonly status: 'new' | 'family' | 'registered' | 'look' | 'impossible' | null;
    readonly left_out: boolean;
    readonly decided: boolean;
    readonly family_id: string | null;
    readonly child_id: string | null;
    readonly position: number | null;
    readonly outcome: 'imported' | 'skipped' | 'failed' | 'undone' | 'kept' | null;
    readonly outcome_text: string | null;
    readonly registration_id: string | null;
    readonly made_family: boolean;
    readonly made_child: boolean;
    readonly done_at: Date | null;
    readonly version: number;
  };
  readonly imports: {
    readonly id: string;
    readonly file_name: string;
    readonly state: 'reading' | 'preview' | 'running' | 'stopped' | 'done' | 'undone';
    /** Ciphertext. */
    readonly head: string;
    readonly other_sheets: number;
    readonly created_by_id: string;
    readonly created_by_name: string | null;
    readonly created_by_role: Role;
    readonly started_by_id: string | null;
    readonly started_by_name: string | null;
    readonly started_by_role: Role | null;
    readonly started_at: Date | null;
    readonly tested_at: Date | null;
    readonly settle_asked_by_id: string | null;
    readonly settle_sum: number | null;
    readonly ended_at: Date | null;
    readonly version: number;
    readonly created_at: Date;
    readonly updated_at: Date;
  };
  readonly nik_entries: {
    readonly child_id: string;
    readonly user_id: string;
    readonly at: Date;
  };
  readonly observation_bookings: {
    readonly id: string;
    readonly slot_id: string;
    readonly registration_id: string;
    readonly status: 'booked' | 'moved' | 'cancelled' | 'attended' | 'absent';
    readonly source: 'family' | 'staff';
    readonly moves: number;
    readonly attendees: 'both' | 'father' | 'mother' | 'guardian' | null;
    readonly needs: string | null;
    readonly by_id: string;
    readonly by_name: string | null;
    readonly by_role: Role;
    readonly reminded_on: string | null;
    readonly version: number;
    readonly created_at: Date;
    readonly updated_at: Date;
    readonly checked_in_at: Date | null;
  };
  readonly observation_scores: {
    readonly id: string;
    readonly registration_id: string;
    readonly rubric_id: string;
    readonly assessor_id: string;
    readonly assessor_name: string | null;
    readonly scores: unknown;
    readonly average: string | null;
    readonly recommendation: 'disarankan' | 'dipertimbangkan' | 'tidak_disarankan' | null;
    /** Ciphertext. */
    readonly notes: string | null;
    readonly status: 'draft' | 'submitted';
    readonly submitted_at: Date | null;
    readonly reopened_at: Date | null;
    readonly reopened_by_id: string | null;
    readonly reopened_by_name: string | null;
    readonly reopen_reason: string | null;
    readonly version: number;
    readonly created_at: Date;
    readonly updated_at: Date;
  };
  readonly observation_slots: {
    readonly id: string;
    readonly academic_year: string;
    readonly jenjang: 'KB' | 'TK' | 'SD' | 'SMP';
    readonly starts_at: Date;
    readonly ends_at: Date;
    readonly place: string;
    readonly place_key: string | null;
    readonly capacity: number;
    readonly booked: number;
    readonly opens_at: Date;
    readonly closes_at: Date;
    readonly instructions: string | null;
    readonly published: boolean;
    readonly cancelled_at: Date | null;
    readonly cancel_reason: string | null;
    readonly sequence: number;
    readonly told_at: Date | null;
    readonly version: number;
    readonly created_at: Date;
    readonly updated_at: Date;
    readonly told_after: string | null;
  };
  readonly observation_summaries: {
    readonly registration_id: string;
    readonly sheets: number;
    readonly average: string | null;
    readonly spread: string | null;
    readonly recommendations: unknown;
    readonly version: number;
  };
  readonly offers: {
    readonly id: string;
    readonly registration_id: string;
    readonly pool_id: string;
    readonly source: 'result' | 'waitlist' | 'staff' | 'migrated';
    readonly status: 'open' | 'accepted' | 'releasing' | 'released';
    readonly answer_until: Date | null;
    readonly extensions: number;
    readonly release_cause: 'deadline' | 'family' | 'staff' | null;
    readonly reason_code: 'other_school' | 'cost' | 'distance' | 'not_ready' | 'other' | null;
    readonly reason_text: string | null;
    readonly accepted_at: Date | null;
    readonly releasing_at: Date | null;
    readonly released_at: Date | null;
    readonly created_by_id: string;
    readonly created_by_name: string | null;
    readonly created_by_role: Role;
    readonly version: number;
    readonly created_at: Date;
    readonly updated_at: Date;
    readonly reminded_on: string | null;
  };
  readonly parents: {
    readonly id: string;
    readonly user_id: string;
    readonly father_name: string | null;
    readonly father_alive_status: 'HIDUP' | 'MENINGGAL' | null;
    /** Ciphertext. */
    readonly father_ktp: string | null;
    readonly father_education: string | null;
    readonly father_job: string | null;
    readonly father_phone: string | null;
    /** Ciphertext. */
    readonly father_income: string | null;
    readonly mother_name: string | null;
    readonly mother_alive_status: 'HIDUP' | 'MENINGGAL' | null;
    /** Ciphertext. */
    readonly mother_ktp: string | null;
    readonly mother_education: string | null;
    readonly mother_job: string | null;
    readonly mother_phone: string | null;
    /** Ciphertext. */
    readonly mother_income: string | null;
    readonly contact_phone: string | null;
    readonly contact_phone_verified_at: Date | null;
    readonly address: string | null;
    readonly kelurahan: string | null;
    readonly kecamatan: string | null;
    readonly kab_kota: string | null;
    readonly provinsi: string | null;
    readonly version: number;
    readonly created_at: Date;
    readonly updated_at: Date;
  };
  readonly proof_alerts: {
    readonly id: string;
    readonly file_id: string;
    readonly other_file_id: string;
    readonly kind: 'same_file' | 'looks_same';
    readonly score: number;
    readonly status: 'open' | 'dismissed' | 'confirmed' | 'paid_by_bank';
    readonly note: string | null;
    readonly decided_by_id: string | null;
    readonly decided_by_name: string | null;
    readonly decided_by_role: Role | null;
    readonly decided_at: Date | null;
    readonly version: number;
    readonly created_at: Date;
  };
  readonly provinces: {
    readonly code: string;
    readonly name: string;
  };
  readonly published_announcements: {
    readonly id: string;
    readonly title: string;
    readonly content: string;
    readonly observation_period: string;
    readonly jenjang: 'KB' | 'TK' | 'SD' | 'SMP';
    readonly published_at: Date;
    readonly first_published_at: Date | null;
  };
  readonly published_results: {
    readonly id: string;
    readonly announcement_id: string;
    readonly registration_id: string;
    readonly result: 'passed' | 'failed' | 'waitlisted';
    readonly individual_note: string | null;
  };
  readonly regencies: {
    readonly code: string;
    readonly province_code: string;
    readonly name: string;
  };
  readonly registration_counters: {
    readonly academic_year: string;
    readonly jenjang: 'KB' | 'TK' | 'SD' | 'SMP';
    readonly last: number;
  };
  readonly registration_counts: {
    readonly academic_year: string;
    readonly jenjang: string;
    readonly payment_status: string;
    readonly current_stage: string;
    readonly n: number;
  };
  readonly registration_days: {
    readonly day: string;
    readonly academic_year: string;
    readonly jenjang: string;
    readonly payment_status: string;
    readonly current_stage: string;
    readonly re_enrolment: 'none' | 'sent' | 'paid';
    readonly n: number;
  };
  readonly registration_numbers: {
    readonly number: string;
    readonly academic_year: string;
    readonly jenjang: string;
    readonly sequence: number;
    readonly registration_id: string | null;
    readonly issued_at: Date;
    readonly voided_at: Date | null;
    readonly fee_amount: number | null;
    readonly fee_verified_at: Date | null;
  };
  readonly registration_payment_events: {
    readonly id: string;
    readonly registration_id: string;
    readonly from_status: string;
    readonly to_status: string;
    readonly cause: 'parent' | 'on_behalf' | 'verification' | 'bank' | 'cash' | 'import' | 'waived';
    readonly file_id: string | null;
    readonly reason: string | null;
    readonly actor_id: string;
    readonly actor_name: string | null;
    readonly actor_role: Role;
    readonly at: Date;
    readonly settled_by_line_id: string | null;
    readonly settled_by_pay_request_id: string | null;
    readonly settled_on: string | null;
    readonly cash_id: string | null;
    readonly settled_by_import_id: string | null;
    readonly import_method: 'transfer' | 'cash' | null;
    readonly pay_channel: 'va' | 'qris' | null;
  };
  readonly registration_priorities: {
    readonly registration_id: string;
    readonly kind: 'internal' | 'sibling' | 'staff_child';
    readonly confirmed: boolean;
    readonly note: string | null;
    readonly by_id: string;
    readonly by_name: string | null;
    readonly by_role: Role;
    readonly at: Date;
  };
  readonly registration_search: {
    readonly registration_id: string;
    readonly search_text: string;
  };
  readonly registration_stages: {
    readonly id: string;
    readonly registration_id: string;
    readonly child_id: string;
    readonly stage: 'registered' | 'obs_scheduled' | 'obs_attended' | 'obs_not_attended' | 'waiting_announcement' | 'obs_done' | 'waitlisted' | 'passed' | 'failed' | 'released' | 'reenroll_required' | 'withdrawn';
    readonly content: string | null;
    readonly observation_time: string | null;
    readonly observation_place: string | null;
    readonly note: string | null;
    readonly file_id: string | null;
    readonly reached_at: Date;
    readonly created_by_id: string;
    readonly created_by_name: string | null;
    readonly created_by_role: Role;
    readonly created_at: Date;
  };
  readonly registration_waits: {
    readonly day: string;
    readonly academic_year: string;
    readonly jenjang: string;
    readonly step: 'verified' | 'observed' | 'accepted' | 're_enrolled' | 'paid';
    readonly waited: number;
    readonly n: number;
  };
  readonly registrations: {
    readonly id: string;
    readonly child_id: string;
    readonly registration_number: string;
    readonly jenjang: 'KB' | 'TK' | 'SD' | 'SMP';
    readonly kelas: string | null;
    readonly academic_year: string;
    readonly previous_school: string | null;
    readonly previous_grade: string | null;
    readonly nisn: string | null;
    readonly how_know_school: string | null;
    readonly uniform_size: string | null;
    readonly sibling_name: string | null;
    readonly collective_student_name: string | null;
    readonly information: string | null;
    readonly current_stage: 'registered' | 'obs_scheduled' | 'obs_attended' | 'obs_not_attended' | 'waiting_announcement' | 'obs_done' | 'waitlisted' | 'passed' | 'failed' | 'released' | 'reenroll_required' | 'withdrawn';
    readonly enrollment_status: 'pending' | 'confirmed' | 'payment_scheme_created' | 'declined';
    readonly payment_amount: number;
    readonly payment_status: 'pending' | 'paid' | 'verified' | 'rejected';
    readonly bank_name: string | null;
    /** Ciphertext. */
    readonly bank_account_number: string | null;
    readonly bank_account_owner: string | null;
    readonly payment_evidence_file_id: string | null;
    readonly rejection_reason: string | null;
    readonly payment_verified_at: Date | null;
    readonly payment_verified_by: string | null;
    readonly payment_verified_by_name: string | null;
    readonly payment_verified_by_role: Role | null;
    readonly accepted_at: Date | null;
    readonly locked: boolean;
    readonly version: number;
    readonly event_version: number;
    readonly created_at: Date;
    readonly updated_at: Date;
    readonly deleted_at: Date | null;
    readonly search_text: string;
    readonly child_sort: string;
    readonly observation_date: string | null;
    readonly result_announcement_id: string | null;
    readonly confirmation_version: number;
    readonly re_enrolled_on: string | null;
    readonly fully_paid_on: string | null;
    readonly payment_since: Date;
    readonly result_opened_at: Date | null;
    readonly settled_by_line_id: string | null;
    readonly settled_by_pay_request_id: string | null;
    readonly wave_id: string | null;
    readonly corrections: number;
    readonly fee_returned: number;
    readonly fee_promised: number;
    readonly fee_returned_version: number;
    readonly settled_by_cash_id: string | null;
    readonly settled_by_import_id: string | null;
    readonly pay_channel: 'va' | 'qris' | null;
  };
  readonly rubrics: {
    readonly id: string;
    readonly jenjang: 'KB' | 'TK' | 'SD' | 'SMP';
    readonly version_no: number;
    readonly title: string;
    readonly items: unknown;
    readonly status: 'draft' | 'active' | 'retired';
    readonly flagged_words: unknown;
    readonly confirmed_by_id: string | null;
    readonly confirmed_by_name: string | null;
    readonly created_by_id: string | null;
    readonly created_by_name: string | null;
    readonly activated_at: Date | null;
    readonly version: number;
    readonly created_at: Date;
    readonly updated_at: Date;
  };
  readonly school_day_suggestions: {
    readonly day: string;
    readonly name: string;
    readonly kind: 'national' | 'joint_leave' | 'school';
    readonly created_at: Date;
  };
  readonly school_days_off: {
    readonly id: string;
    readonly day: string;
    readonly name: string;
    readonly kind: 'national' | 'joint_leave' | 'school';
    readonly source: 'suggested' | 'typed';
    readonly created_by_id: string;
    readonly created_by_name: string | null;
    readonly created_at: Date;
  };
  readonly school_versions: {
    readonly id: string;
    readonly version: number;
    readonly settings: unknown;
    readonly status: 'draft' | 'scheduled' | 'active' | 'retired' | 'cancelled';
    readonly based_on: number | null;
    readonly money_changed: boolean;
    readonly note: string | null;
    readonly edited_by: unknown;
    readonly active_from: Date | null;
    readonly activated_by_id: string | null;
    readonly activated_by_name: string | null;
    readonly activated_by_role: Role | null;
    readonly activated_at: Date | null;
    readonly retired_at: Date | null;
    readonly row_version: number;
    readonly created_at: Date;
    readonly updated_at: Date;
    readonly start_blocked_at: Date | null;
  };
  readonly seat_pools: {
    readonly id: string;
    readonly academic_year: string;
    readonly jenjang: 'KB' | 'TK' | 'SD' | 'SMP';
    readonly kelas: string | null;
    readonly seats: number;
    readonly offer_limit: number;
    readonly taken: number;
    readonly answer_days: number;
    readonly auto_offer: boolean;
    readonly offers_until: string | null;
    readonly criteria: readonly string[];
    readonly list_max: number | null;
    readonly version: number;
    readonly created_at: Date;
    readonly updated_at: Date;
    readonly deleted_at: Date | null;
    readonly event_version: number;
  };
  readonly slip_fees: {
    readonly file_id: string;
    readonly registration_id: string;
  };
  readonly slot_assessors: {
    readonly slot_id: string;
    readonly user_id: string;
    readonly name: string | null;
    readonly starts_at: Date;
    readonly ends_at: Date;
    readonly live: boolean;
  };
  readonly uploads: {
    readonly id: string;
    readonly user_id: string;
    readonly bytes: number;
    readonly created_at: Date;
    readonly kind: 'file' | 'document';
  };
  readonly villages: {
    readonly code: string;
    readonly district_code: string;
    readonly name: string;
  };
  readonly waitlist_entries: {
    readonly id: string;
    readonly registration_id: string;
    readonly pool_id: string;
    readonly status: 'waiting' | 'offered' | 'withdrawn' | 'expired' | 'closed';
    readonly sort_key: string;
    readonly criteria_values: unknown;
    readonly joined_at: Date;
    readonly confirmed_at: Date;
    readonly asked_at: Date | null;
    readonly reminders: number;
    readonly ended_at: Date | null;
    readonly version: number;
    readonly ended_event: number | null;
  };
  readonly waitlist_events: {
    readonly id: number;
    readonly pool_id: string;
    readonly cause: 'joined' | 'joined_above' | 'promoted' | 'withdrawn' | 'expired' | 'rule_changed' | 'seats_changed' | 'closed' | 'priority_confirmed';
    readonly entry_id: string | null;
    readonly count: number;
    readonly release_cause: 'deadline' | 'family' | 'staff' | null;
    readonly priority: 'internal' | 'sibling' | 'staff_child' | null;
    readonly note: string | null;
    readonly actor_id: string;
    readonly actor_name: string | null;
    readonly actor_role: Role;
    readonly at: Date;
  };
  readonly waitlist_numberings: {
    readonly pool_id: string;
    readonly event_id: number;
    readonly waiting: number;
  };
  readonly waitlist_positions: {
    readonly entry_id: string;
    readonly event_id: number;
    readonly position: number;
    readonly of: number;
    readonly at: Date;
  };
  readonly withdrawals: {
    readonly id: string;
    readonly registration_id: string;
    readonly asked_by: 'family' | 'staff';
    readonly reason_code: 'moving' | 'other_school' | 'cost' | 'health' | 'school_ended' | 'other';
    readonly status: 'requested' | 'done' | 'refused' | 'cancelled';
    readonly refundable: unknown;
    readonly checked: readonly string[] | null;
    readonly by_id: string;
    readonly by_name: string | null;
    readonly by_role: Role;
    readonly objected_at: Date | null;
    readonly version: number;
    readonly created_at: Date;
    readonly note: string | null;
    readonly decided_by_id: string | null;
    readonly decided_by_name: string | null;
    readonly decided_by_role: Role | null;
    readonly decided_reason: string | null;
    readonly decided_at: Date | null;
    /** Ciphertext. */
    readonly account: string | null;
    readonly digested_at: Date | null;
  };
  readonly year_closings: {
    readonly id: string;
    readonly academic_year: string;
    readonly status: 'asked' | 'running' | 'stopped' | 'done' | 'dropped';
    readonly unpaid: 'delete' | 'move' | null;
    readonly accepted: 'withdraw' | 'wait' | null;
    readonly asked_at: Date;
    readonly asked_by_id: string;
    readonly asked_by_name: string | null;
    readonly asked_by_role: Role;
    readonly agreed_at: Date | null;
    readonly agreed_by_id: string | null;
    readonly agreed_by_name: string | null;
    readonly agreed_by_role: Role | null;
    readonly step: 'unpaid' | 'waitlist' | 'accepted' | 'families';
    readonly after: string;
    readonly total: number;
    readonly done: number;
    readonly deleted: number;
    readonly invited: number;
    readonly ended: number;
    readonly withdrawn: number;
    readonly kept: number;
    readonly finished_at: Date | null;
    readonly created_at: Date;
    readonly updated_at: Date;
    readonly work: 'close' | 'archive';
  };
}
