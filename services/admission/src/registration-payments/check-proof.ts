import { fileLink } from '@gerbang/contracts/files';
import type { ProofCheck } from '@gerbang/contracts/proof-checks';
import { maskAccounts, payerIn } from '@gerbang/domain/payers';
import { accountOf } from '@gerbang/service-kit/events/accounts';
import type { Context } from '../context.ts';
import { sameProofs } from '../proof-alerts/proof-alerts.view.ts';
import { noRegistration } from '../registration-record/rules.ts';
import { fullRegistration, registrations } from '../registration-record/registrations.repository.ts';
import { accountNumberOf } from '../registration-record/registrations.view.ts';
import { feesOfSlip } from '../registration-record/slip-fees.repository.ts';

/** What staff compare with the proof of a fee. */
export async function checkFeeProof(context: Context, id: string): Promise<ProofCheck> {
  const db = context.database.knex;
  const record = await fullRegistration(registrations(db), db, id);
  if (!record) throw noRegistration();
  const { parent, payment_evidence_file_id: fileId, bank_account_owner: payer } = record;
  const account = await accountOf(db, parent.user_id);
  const bank = [record.bank_name, accountNumberOf(context, record)].filter(Boolean).join(' ');
  const waiting = record.payment_status === 'paid';
  const fees = fileId === null ? [] : await feesOfSlip(db, fileId);
  return {
    id,
    version: record.version,
    waiting,
    proof_url: fileId && fileLink(fileId),
    proof_filename: record.evidence_name,
    amount: record.payment_amount,
    expected: record.payment_amount,
    payer,
    payer_is: payerIn(payer, {
      father: parent.father_name,
      mother: parent.mother_name,
      account: account?.name ?? null,
    }),
    account: maskAccounts(bank) || null,
    sent_at: waiting ? new Date(record.payment_since).toISOString() : null,
    ...(fees.length > 1 && { slip: { total: fees.reduce((sum, { amount }) => sum + amount, 0), fees } }),
    ...(fileId === null ? { proof_alert: false, same: [] } : await sameProofs(db, fileId)),
  };
}
