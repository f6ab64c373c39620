/**
 * The class of every column (reliability, Privacy; UU 27/2022 article 4): `sealed` = specific data kept as ciphertext,
 * `specific` = data of children and of money in clear, `personal` = names, numbers and addresses of people, and what they
 * write; what is in none of the three lists a table gives under `plain`. A test fails for a column without a class.
 */
export interface DataClasses {
  readonly sealed?: readonly string[];
  readonly specific?: readonly string[];
  readonly personal?: readonly string[];
  readonly plain: readonly string[];
}

const words = (text: string) => text.split(/\s+/u).filter(Boolean);
const LIFE = 'created_at updated_at';

export const DATA_CLASSES: Readonly<Record<string, DataClasses>> = {
  accounts: { personal: words('name phone'), plain: words('id role active version') },
  registrations: {
    specific: words('child_name child_nick_name child_gender current_stage payment_status search_text'),
    personal: words('father_name mother_name father_phone mother_phone contact_phone login_phone'),
    plain: words(
      'id version deleted user_id parent_id child_id registration_number jenjang kelas academic_year',
    ),
  },
  enrollment_confirmations: {
    specific: words(
      `payment_preference contribution_type contribution_amount contribution_description additional_notes payment_status
       enrollment_status status decline_reason`,
    ),
    personal: words('decided_by_name'),
    plain: words(
      `id registration_id child_id parent_id submitted_at decided_by_id decided_by_role decided_at completed_at version
       ${LIFE}`,
    ),
  },
  confirmation_events: {
    specific: words('from_status to_status reason'),
    personal: words('actor_name'),
    plain: words('id confirmation_id version cause actor_id actor_role at'),
  },
  enrollment_payment_schemes: {
    specific: words(
      `payment_scheme base_education_fee cash_contribution loyalty_program_discount event_discount full_payment_discount
       group_discount total_discount final_education_fee`,
    ),
    personal: words('created_by_name'),
    plain: words(
      `id enrollment_confirmation_id registration_id child_id grade_level payment_period payment_deadline
       first_installment_date created_by_id created_by_role created_at`,
    ),
  },
  document_counters: { plain: words('kind year last') },
  enrollment_invoices: {
    specific: words('total_amount paid_amount waiting rejected'),
    plain: words(
      `id enrollment_payment_scheme_id enrollment_confirmation_id registration_id invoice_number installment_stage
       installment_name due_date version ${LIFE}`,
    ),
  },
  enrollment_invoice_payments: {
    sealed: words('bank_info'),
    specific: words('amount_paid admin_notes verification_status rejection_reason'),
    personal: words('payment_evidence_filename verified_by_name rejected_by_name created_by_name'),
    plain: words(
      `id enrollment_invoice_id payment_date payment_method auto_verify payment_evidence_file_id verified_by_id
       verified_by_role verified_at rejected_by_id rejected_by_role rejected_at receipt_number created_by_id
       created_by_role version ${LIFE}`,
    ),
  },
  invoice_payment_events: {
    specific: words('from_status to_status amount_before amount reason'),
    personal: words('actor_name'),
    plain: words('id payment_id version kind file_before_id file_id actor_id actor_role at'),
  },
  invoice_reminders: { plain: words('enrollment_invoice_id days sent_at') },
  invoice_ledger: {
    specific: words('amount'),
    personal: words('actor_name'),
    plain: words('id position enrollment_invoice_id payment_id actor_id actor_role at'),
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

/** The columns that hold ciphertext, a table each. */
export function sealedColumns(): { readonly table: string; readonly columns: readonly string[] }[] {
  return Object.entries(DATA_CLASSES).flatMap(([table, { sealed }]) =>
    sealed ? [{ table, columns: sealed }] : [],
  );
}
