import type { decideProofAlert as call, ProofAlert } from '@gerbang/contracts/proof-alerts';
import { PROOF_ALERT_MACHINE } from '@gerbang/domain/proof-alerts';
import { edgeFor } from '@gerbang/domain/transitions';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict, notFound } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { type AlertRecord, lockAlert, settleProofs, writeDecision } from './proof-alerts.repository.ts';
import { lockPrints } from './proof-prints.repository.ts';
import { toAlerts } from './proof-alerts.view.ts';
import { publishProofs } from './publish-proofs.ts';

const NOTES = {
  dismissed: 'proof_alert.dismissed',
  confirmed: 'proof_alert.confirmed',
  paid_by_bank: 'proof_alert.paid_by_bank',
} as const;

async function shown(db: Db, record: AlertRecord): Promise<ProofAlert> {
  const [alert] = await toAlerts(db, [record]);
  if (!alert) throw new Error('an alert without its proofs');
  return alert;
}

/**
 * Decides whether a proof was used again: dismissed, its payment can be verified; confirmed, it stays closed until another
 * proof is there; paid by the bank, only a line of the bank pays what it was sent for. 409 `alert_decided` where that cannot be said any more, `stale` for a version that was not seen.
 */
export async function decideAlert(
  context: Context,
  caller: Caller,
  id: string,
  { status, note, version }: z.output<(typeof call)['body']>,
): Promise<ProofAlert> {
  const seen = { ...caller, ifMatch: `"${version}"` };
  return changeLocked(context.database, seen, {
    lock: async (trx) => {
      await lockPrints(trx);
      return lockAlert(trx, id);
    },
    notFound: () => notFound('Peringatan bukti tidak ditemukan'),
    expect: { actions: Object.values(NOTES), present: ({ trx, present }) => shown(trx, present) },
    apply: async ({ trx, present, actor }) => {
      if (!edgeFor(PROOF_ALERT_MACHINE, present.status, { to: status, by: 'finance' })) {
        throw conflict('alert_decided', 'Bukti ini sudah diputuskan.');
      }
      return writeDecision(trx, present, { status, note, actor: await actor(), at: context.now() });
    },
    audit: ({ present: { file_id, other_file_id, status: from } }, decided) => ({
      action: NOTES[status],
      subject: id,
      details: { status: { from, to: decided.status }, file_id, other_file_id, note },
    }),
    publish: async ({ trx, present }) =>
      publishProofs(context, trx, await settleProofs(trx, [present.file_id, present.other_file_id])),
    view: ({ trx, present }, decided) => shown(trx, decided ?? present),
  });
}
