import { findSameProofs } from '@gerbang/contracts/internal-calls';
import type { ProofCheck } from '@gerbang/contracts/proof-checks';
import { maskAccounts, payerIn } from '@gerbang/domain/payers';
import { accountOf } from '@gerbang/service-kit/events/accounts';
import { callInternal } from '@gerbang/service-kit/http/internal';
import { unavailable } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import { findStaffInvoice, invoiceNames } from '../invoices/invoices.repository.ts';
import { noPayment, proofLink, toPayment } from './invoice-payments.view.ts';
import { findPayment } from './invoice-payments.repository.ts';

type Likeness = Pick<ProofCheck, 'proof_alert' | 'same'>;

/** The proofs that this one is like, with the names of those of invoices; admission owns the files. */
async function likenessOf(context: Context, fileId: string | null, requestId: string): Promise<Likeness> {
  if (fileId === null) return { proof_alert: false, same: [] };
  const { config, database } = context;
  const { status, body } = await callInternal(
    findSameProofs,
    { origin: config.ADMISSION_URL, key: config.INTERNAL_KEY, requestId },
    { fileId },
  );
  if (status !== 200) throw unavailable(5, new Error(`admission responded ${status}`));
  const { proof_alert, same } = findSameProofs.response.parse(body);
  const names = await invoiceNames(
    database.knex,
    same
      .flatMap((one) => [one, one.own])
      .filter(({ kind }) => kind === 'invoice_payment')
      .map(({ record_id }) => record_id),
  );
  const named = <Proof extends { readonly record_id: string }>(proof: Proof) => ({
    ...proof,
    ...names.get(proof.record_id),
  });
  return { proof_alert, same: same.map((one) => ({ ...named(one), own: named(one.own) })) };
}

/** What staff compare with the proof of a payment of an invoice. */
export async function checkInvoiceProof(
  context: Context,
  id: string,
  requestId: string,
): Promise<ProofCheck> {
  const db = context.database.knex;
  const record = await findPayment(db, id);
  const invoice = record && (await findStaffInvoice(db, record.enrollment_invoice_id));
  if (!record || !invoice) throw noPayment();
  const { bank_info: bank } = toPayment(context, record, 'finance');
  const account = await accountOf(db, invoice.user_id);
  return {
    id,
    version: record.version,
    waiting: record.verification_status === 'pending',
    proof_url: proofLink(record),
    proof_filename: record.payment_evidence_filename,
    amount: record.amount_paid,
    expected: invoice.total_amount - invoice.paid_amount,
    payer: bank && maskAccounts(bank),
    payer_is: payerIn(bank, {
      father: invoice.father_name,
      mother: invoice.mother_name,
      account: account?.name ?? null,
    }),
    account: null,
    sent_at: new Date(record.created_at).toISOString(),
    ...(await likenessOf(context, record.payment_evidence_file_id, requestId)),
  };
}
