import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { RefundKind } from '@gerbang/domain/refunds';
import { conflict, type Problem } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';

/** Writes what lines of a refund give back, as contra entries. */
export async function insertContra(
  trx: Db,
  refundId: string,
  lines: readonly { readonly kind: RefundKind; readonly target: string; readonly net: number }[],
  { id: actor_id, name: actor_name, role: actor_role }: Actor,
): Promise<void> {
  await trx('refund_ledger').insert(
    lines
      .filter(({ net }) => net > 0)
      .map(({ kind, target, net }) => ({
        id: uuidv7(),
        refund_id: refundId,
        kind,
        target,
        amount: -net,
        actor_id,
        actor_name,
        actor_role,
      })),
  );
}

/** Whole rupiah that went back of an invoice or a registration's fee. */
export async function returnedOf(
  db: Db,
  kind: 'fee' | 'invoice',
  targets: readonly string[],
): Promise<number> {
  const row = await db('refund_ledger')
    .where({ kind })
    .whereIn('target', [...targets])
    .first<{ sum: number | null }>(db.raw('-sum(amount)::bigint as sum'));
  return Number(row.sum ?? 0);
}

/** 409 for money that is taken back although it went back to its family. */
export const moneyReturned = (): Problem =>
  conflict('money_returned', 'Uang ini sudah dikembalikan kepada keluarganya dan tidak dapat dibatalkan.');

/** 409 `money_returned` where money of these fees went back to their families, or a refund of it is agreed to. */
export async function refuseReturnedFees(db: Db, registrationIds: readonly string[]): Promise<void> {
  if ((await returnedOf(db, 'fee', registrationIds)) > 0) throw moneyReturned();
  const promised = await db('refunds')
    .whereIn('registration_id', [...registrationIds])
    .where({ status: 'approved' })
    .whereRaw(`lines @> '[{"kind": "fee"}]'`)
    .first<{ number: string } | undefined>('number');
  if (!promised) return;
  throw conflict(
    'money_returned',
    `Pengembalian ${promised.number} dari biaya ini sudah disetujui. Batalkan dahulu di “Pengembalian Dana”, lalu coba lagi.`,
  );
}
