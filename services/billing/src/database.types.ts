// Made from the migrated database by `npm run types:database`; not to be edited.
import type { Role } from '@gerbang/domain/roles';

/** A row of each of the service's tables as knex returns it; the kit types its own. */
export interface Tables {
  readonly accounts: {
    readonly id: string;
    readonly name: string | null;
    readonly role: Role;
    readonly phone: string | null;
    readonly active: boolean;
    readonly version: number;
  };
  readonly bank_lines: {
    readonly id: string;
    readonly statement_id: string;
    readonly account_key: string;
    readonly booked_on: string;
    readonly valued_on: string | null;
    readonly direction: 'in' | 'out';
    readonly amount: number;
    /** Ciphertext. */
    readonly description: string | null;
    readonly bank_reference: string | null;
    readonly fingerprint: Buffer;
    readonly occurrence: number;
    readonly status: 'new' | 'ignored';
    readonly ignored_reason: string | null;
    readonly version: number;
    readonly created_at: Date;
    readonly updated_at: Date;
  };
  readonly bank_statements: {
    readonly id: string;
    readonly account_key: string;
    readonly profile: 'bca-bisnis' | 'bca-perorangan' | 'bca-pratinjau' | 'mandiri-mcm' | 'bsi' | 'bni' | 'bri';
    readonly file_sha256: Buffer;
    readonly file_name: string;
    readonly period_from: string;
    readonly period_to: string;
    readonly opening: number | null;
    readonly closing: number | null;
    readonly credits_total: number;
    readonly debits_total: number;
    readonly lines_total: number;
    readonly lines_new: number;
    readonly checks: unknown;
    readonly forced_reason: string | null;
    readonly imported_by_id: string;
    readonly imported_by_name: string | null;
    readonly imported_by_role: Role;
    readonly imported_at: Date;
  };
  readonly cash_bookings: {
    readonly id: string;
    readonly source: 'registration_fee' | 'invoice';
    readonly method: 'transfer' | 'cash';
    readonly academic_year: string;
    readonly jenjang: string;
    readonly amount: number;
    readonly booked_on: string;
    readonly paid_on: string;
  };
  readonly confirmation_events: {
    readonly id: string;
    readonly confirmation_id: string;
    readonly version: number;
    readonly from_status: string | null;
    readonly to_status: string;
    readonly cause: 'submitted' | 'processed' | 'declined' | 'scheme_created' | 'completed';
    readonly reason: string | null;
    readonly actor_id: string | null;
    readonly actor_name: string | null;
    readonly actor_role: Role | null;
    readonly at: Date;
  };
  readonly document_counters: {
    readonly kind: 'INV' | 'KW';
    readonly year: number;
    readonly last: number;
  };
  readonly enrollment_confirmations: {
    readonly id: string;
    readonly registration_id: string;
    readonly child_id: string;
    readonly parent_id: string;
    readonly payment_preference: 'full' | 'installment';
    readonly contribution_type: 'cash' | 'goods';
    readonly contribution_amount: number;
    readonly contribution_description: string | null;
    readonly additional_notes: string | null;
    readonly payment_status: 'pending' | 'payment_scheme_created' | 'invoice_generated';
    readonly enrollment_status: 'pending' | 'confirmed' | 'payment_scheme_created' | 'declined';
    readonly status: 'pending' | 'submitted' | 'processed' | 'completed' | 'declined';
    readonly submitted_at: Date;
    readonly decline_reason: string | null;
    readonly decided_by_id: string | null;
    readonly decided_by_name: string | null;
    readonly decided_by_role: Role | null;
    readonly decided_at: Date | null;
    readonly completed_at: Date | null;
    readonly version: number;
    readonly created_at: Date;
    readonly updated_at: Date;
  };
  readonly enrollment_invoice_payments: {
    readonly id: string;
    readonly enrollment_invoice_id: string;
    readonly amount_paid: number;
    readonly payment_date: string;
    readonly payment_method: 'transfer' | 'cash';
    /** Ciphertext. */
    readonly bank_info: string | null;
    readonly admin_notes: string | null;
    readonly auto_verify: boolean;
    readonly payment_evidence_file_id: string | null;
    readonly payment_evidence_filename: string | null;
    readonly verification_status: 'pending' | 'verified' | 'rejected';
    readonly rejection_reason: string | null;
    readonly verified_by_id: string | null;
    readonly verified_by_name: string | null;
    readonly verified_by_role: Role | null;
    readonly verified_at: Date | null;
    readonly rejected_by_id: string | null;
    readonly rejected_by_name: string | null;
    readonly rejected_by_role: Role | null;
    readonly rejected_at: Date | null;
    readonly receipt_number: string | null;
    readonly created_by_id: string;
    readonly created_by_name: string | null;
    readonly created_by_role: Role;
    readonly version: number;
    readonly created_at: Date;
    readonly updated_at: Date;
  };
  readonly enrollment_invoices: {
    readonly id: string;
    readonly enrollment_payment_scheme_id: string;
    readonly enrollment_confirmation_id: string;
    readonly registration_id: string;
    readonly invoice_number: string;
    readonly installment_stage: number | null;
    readonly installment_name: string;
    readonly total_amount: number;
    readonly due_date: string;
    readonly paid_amount: number;
    readonly waiting: boolean;
    readonly rejected: boolean;
    readonly version: number;
    readonly created_at: Date;
    readonly updated_at: Date;
    readonly waiting_since: Date;
  };
  readonly enrollment_payment_schemes: {
    readonly id: string;
    readonly enrollment_confirmation_id: string;
    readonly registration_id: string;
    readonly child_id: string;
    readonly grade_level: 'KB' | 'TK' | 'SD' | 'SMP';
    readonly payment_period: string;
    readonly payment_scheme: 'full' | 'installment';
    readonly base_education_fee: number;
    readonly cash_contribution: number;
    readonly loyalty_program_discount: number;
    readonly event_discount: number;
    readonly full_payment_discount: number;
    readonly group_discount: number;
    readonly total_discount: number;
    readonly final_education_fee: number;
    readonly payment_deadline: string;
    readonly first_installment_date: string | null;
    readonly created_by_id: string;
    readonly created_by_name: string | null;
    readonly created_by_role: Role;
    readonly created_at: Date;
  };
  readonly family_dues: {
    readonly user_id: string;
    readonly version: number;
    readonly told: number;
    readonly changed_at: Date;
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
  readonly invoice_dues: {
    readonly invoice_id: string;
    readonly user_id: string;
    readonly academic_year: string;
    readonly jenjang: string;
    readonly due_date: string;
    readonly total_amount: number;
    readonly paid_amount: number;
  };
  readonly invoice_ledger: {
    readonly id: string;
    readonly position: number;
    readonly enrollment_invoice_id: string;
    readonly payment_id: string;
    readonly amount: number;
    readonly actor_id: string;
    readonly actor_name: string | null;
    readonly actor_role: Role;
    readonly at: Date;
  };
  readonly invoice_payment_events: {
    readonly id: string;
    readonly payment_id: string;
    readonly version: number;
    readonly kind: 'created' | 'edited' | 'verified' | 'rejected';
    readonly from_status: string | null;
    readonly to_status: string;
    readonly amount_before: number | null;
    readonly amount: number;
    readonly file_before_id: string | null;
    readonly file_id: string | null;
    readonly reason: string | null;
    readonly actor_id: string;
    readonly actor_name: string | null;
    readonly actor_role: Role;
    readonly at: Date;
  };
  readonly invoice_reminders: {
    readonly enrollment_invoice_id: string;
    readonly days: number;
    readonly sent_at: Date;
  };
  readonly registration_search: {
    readonly registration_id: string;
    readonly search_text: string;
  };
  readonly registrations: {
    readonly id: string;
    readonly version: number;
    readonly deleted: boolean;
    readonly user_id: string;
    readonly parent_id: string;
    readonly child_id: string;
    readonly child_name: string;
    readonly child_nick_name: string | null;
    readonly child_gender: string | null;
    readonly father_name: string | null;
    readonly mother_name: string | null;
    readonly father_phone: string | null;
    readonly mother_phone: string | null;
    readonly contact_phone: string | null;
    readonly login_phone: string | null;
    readonly registration_number: string;
    readonly jenjang: 'KB' | 'TK' | 'SD' | 'SMP';
    readonly kelas: string | null;
    readonly academic_year: string;
    readonly current_stage: 'registered' | 'obs_scheduled' | 'obs_attended' | 'obs_not_attended' | 'waiting_announcement' | 'obs_done' | 'passed' | 'failed' | 'reenroll_required';
    readonly payment_status: 'pending' | 'paid' | 'verified' | 'rejected';
    readonly search_text: string;
  };
  readonly school: {
    readonly id: boolean;
    readonly version: number;
    readonly settings: unknown;
    readonly received_at: Date;
  };
}
