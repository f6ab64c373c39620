import { KIT_CLASSES, LIFE, type SchemaClasses, words } from '@gerbang/service-kit/data/data-classes';
import { HANDLED_WORK_CLASSES } from '@gerbang/service-kit/data/handled-work';

/** The data class of each column of this service. */
export const DATA_CLASSES: SchemaClasses = {
  ...KIT_CLASSES,
  accounts: { personal: words('name phone'), plain: words('id role active version') },
  registrations: {
    specific: words(
      'child_name child_nick_name child_gender current_stage payment_status payment_amount documents_complete search_text',
    ),
    personal: words('father_name mother_name father_phone mother_phone contact_phone login_phone'),
    plain: words(
      `id version deleted user_id parent_id child_id registration_number jenjang kelas academic_year payment_proof_at payment_proof_id
       payment_verified_at wave_payment_period seat corrections fee_asked fee_asked_at fee_extra`,
    ),
  },
  seat_answers: { plain: words('offer_id registration_id version answer at') },
  school: { plain: words('id version settings received_at') },
  registration_search: { specific: words('search_text'), plain: words('registration_id') },
  enrollment_confirmations: {
    specific: words(
      `payment_preference contribution_type contribution_amount contribution_description additional_notes payment_status
       enrollment_status status decline_reason`,
    ),
    personal: words('decided_by_name'),
    plain: words(
      `id registration_id child_id parent_id submitted_at decided_by_id decided_by_role decided_at completed_at version
       refund_rule_version refund_rule refund_rule_hash
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
       first_installment_date created_by_id created_by_role version voided_at created_at`,
    ),
  },
  document_counters: { plain: words('kind year last') },
  enrollment_invoices: {
    specific: words('total_amount paid_amount voided_amount waiting rejected'),
    plain: words(
      `id enrollment_payment_scheme_id enrollment_confirmation_id registration_id invoice_number installment_stage
       installment_name due_date due_moves voided_by waiting_since version ${LIFE}`,
    ),
  },
  enrollment_invoice_payments: {
    sealed: words('bank_info'),
    specific: words(
      'amount_paid admin_notes verification_status rejection_reason reversal_cause reversal_reason',
    ),
    personal: words(
      'payment_evidence_filename verified_by_name rejected_by_name reversed_by_name created_by_name',
    ),
    plain: words(
      `id enrollment_invoice_id payment_date payment_method auto_verify payment_evidence_file_id verified_by_id
       verified_by_role verified_at rejected_by_id rejected_by_role rejected_at reversed_by_id reversed_by_role reversed_at receipt_number moved_from_id bank_line_id pay_request_id created_by_id
       created_by_role version ${LIFE}`,
    ),
  },
  invoice_payment_events: {
    specific: words('from_status to_status amount_before amount reason'),
    personal: words('actor_name'),
    plain: words('id payment_id version kind file_before_id file_id actor_id actor_role at'),
  },
  alerted_proofs: { plain: words('id status version') },
  cash_bookings: {
    plain: words('id source method academic_year jenjang amount booked_on paid_on drawer_id'),
  },
  cash_fees: { specific: words('amount'), plain: words('id drawer_id registration_id asked booking_id at') },
  // `reason` is what staff wrote about a difference.
  drawers: {
    specific: words('float_amount expected counted pieces reason'),
    personal: words('person_name signed_by_name'),
    plain: words(
      'id person_id person_role day automatic state opened_at closed_at signed_by_id signed_by_role signed_at version',
    ),
  },
  handled_work: HANDLED_WORK_CLASSES,
  bank_statements: {
    personal: words('imported_by_name'),
    plain: words(
      `id account_key profile file_sha256 file_name period_from period_to opening closing credits_total debits_total
       lines_total lines_new checks forced_reason own_profile_id imported_by_id imported_by_role imported_at`,
    ),
  },
  bank_lines: {
    sealed: words('description'),
    specific: words('amount'),
    plain: words(
      `id statement_id account_key booked_on valued_on direction bank_reference fingerprint occurrence status balance doubt doubt_line_id
       refund_id refund_by ignored_reason version ${LIFE}`,
    ),
  },
  bank_line_counts: { plain: words('account_key status lines amount') },
  payment_expectations: {
    specific: words('base unique_add transfer_amount'),
    plain: words(
      `id account_key kind registration_id invoice_id user_id reference status holds_amount expires_at cools_until version
       ${LIFE}`,
    ),
  },
  payment_expectation_fees: { specific: words('amount'), plain: words('expectation_id registration_id') },
  bank_matches: {
    specific: words('amount'),
    personal: words('decided_by_name'),
    plain: words(
      `id line_id kind expectation_id registration_id invoice_id confidence reasons status payment_id note decided_by_id
       decided_by_role decided_at created_at`,
    ),
  },
  unapplied_receipts: {
    specific: words('amount note'),
    personal: words('decided_by_name'),
    plain: words(
      `id line_id pay_request_id reversed_payment_id cause status assigned_payment_id assigned_registration_id returned_on decided_by_id
       decided_by_role decided_at version created_at`,
    ),
  },
  // A request's numbers name no person.
  pay_requests: {
    specific: words('amount paid_amount'),
    plain: words(
      `id request_no kind registration_id invoice_id user_id channel bank_code status va_number qr_content provider_id expires_at
       paid_at rrn payment_id attempts last_error looked_at version ${LIFE}`,
    ),
  },
  pay_notifications: {
    sealed: words('body_sealed'),
    specific: words('amount'),
    plain: words(
      `id received_at service external_id provider_ref request_no paid_at rrn signature_ok outcome answer_code body_hash`,
    ),
  },
  // Sums of many families, and `note` of the provider.
  pay_settlements: {
    plain: words(
      `id settled_on paid_on channel gross fee net requests source bank_line_id status note version ${LIFE}`,
    ),
  },
  // Sealed with the bus key: it lives for minutes.
  pay_tokens: { plain: words('provider token expires_at') },
  surplus_ledger: { specific: words('amount'), plain: words('id line_id expectation_id at') },
  bank_day_closings: {
    personal: words('closed_by_name'),
    plain: words('id account_key day totals closed_by_id closed_by_role at'),
  },
  // `figures` and `terms` hold amounts and days; `reason` is what staff wrote.
  money_requests: {
    specific: words('amount reason figures terms'),
    personal: words('asked_by_name decided_by_name'),
    plain: words(
      `id kind subject_id registration_ids status asked_by_id asked_by_role asked_at decided_by_id decided_by_role
       decided_at version`,
    ),
  },
  // `lines` hold amounts and numbers; `reason` is what staff wrote.
  refunds: {
    sealed: words('account'),
    specific: words('lines deduct total reason'),
    plain: words(
      'id number registration_id cause status paid_on proof_file_id bank_line_id withdrawal_id version created_at',
    ),
  },
  refund_ledger: {
    specific: words('amount'),
    personal: words('actor_name'),
    plain: words('id refund_id kind target actor_id actor_role at'),
  },
  refund_events: {
    specific: words('reason'),
    personal: words('actor_name'),
    plain: words('id refund_id version step actor_id actor_role at'),
  },
  statement_profiles: {
    personal: words('created_by_name'),
    plain: words(
      `id account_key name delimiter encoding skip_rows headers columns date_format decimal_sign created_by_id
       created_by_role created_at`,
    ),
  },
  // `facts` holds no name but the child's initials; `reason` is what staff wrote about a letter.
  papers: {
    specific: words('facts reason'),
    plain: words(
      `id kind registration_id fee_verified_at payment_id confirmation_id refund_id number code issued_on revoked_at looks version
       created_at`,
    ),
  },
  paper_start: { plain: words('started_at') },
  finance_digests: { plain: words('day at') },
  family_dues: { plain: words('user_id version told changed_at') },
  invoice_dues: {
    specific: words('total_amount paid_amount'),
    plain: words('invoice_id user_id academic_year jenjang due_date'),
  },
  // `before` and `after` hold amounts and days; `reason` is what staff wrote.
  scheme_changes: {
    specific: words('before after reason'),
    personal: words('actor_name'),
    plain: words('id scheme_id version kind actor_id actor_role at'),
  },
  due_date_changes: {
    specific: words('reason'),
    personal: words('actor_name'),
    plain: words('id invoice_id move due_before due_after actor_id actor_role at'),
  },
  invoice_reminders: { plain: words('enrollment_invoice_id due_moves days sent_at') },
  invoice_ledger: {
    specific: words('amount booked_amount'),
    personal: words('actor_name'),
    plain: words('id position enrollment_invoice_id payment_id drawer_id actor_id actor_role at'),
  },
};
