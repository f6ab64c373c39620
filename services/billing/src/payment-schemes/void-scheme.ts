import type { Confirmation } from '@gerbang/contracts/enrollment-confirmations';
import { voidScheme as call } from '@gerbang/contracts/scheme-changes';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { onceBy, requireKey } from '@gerbang/service-kit/http/idempotency';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import {
  changeConfirmation,
  refuseMove,
  UNDECIDED,
  writtenConfirmation,
} from '../enrollment-confirmations/change-confirmation.ts';
import { toConfirmation } from '../enrollment-confirmations/enrollment-confirmations.view.ts';
import { notifyConfirmation } from '../family-messages.ts';
import { refuseAsked } from '../money-requests/ask-second-person.ts';
import { noScheme, toSide } from './payment-schemes.view.ts';
import {
  insertSchemeChange,
  type LockedScheme,
  lockScheme,
  updateScheme,
  voidInvoices,
} from './scheme-changes.repository.ts';

/** 409 where a payment of one of the invoices waits to be verified: what it becomes is decided first. */
export function refuseWaiting({ invoices }: Pick<LockedScheme, 'invoices'>): void {
  if (!invoices.some(({ waiting }) => waiting)) return;
  throw conflict(
    'payment_waiting',
    'Masih ada pembayaran skema ini yang menunggu verifikasi. Putuskan pembayaran itu lebih dahulu.',
  );
}

async function writeVoid(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  id: string,
  reason: string,
): Promise<Confirmation> {
  const locked = await lockScheme(trx, id);
  if (!locked) throw noScheme();
  const { scheme, invoices, confirmation } = locked;
  await refuseAsked(trx, id);
  if (invoices.some(({ paid_amount }) => paid_amount > 0)) {
    throw conflict('paid', 'Skema ini sudah dibayar sebagian, jadi tidak dapat dibatalkan. Ubah skemanya.');
  }
  refuseWaiting(locked);
  const database = { transaction: <T>(work: (one: Knex.Transaction) => Promise<T>) => work(trx) };
  return changeConfirmation(
    context,
    database,
    { ...caller, ifMatch: undefined },
    {
      lock: async () => confirmation,
      decide: async ({ actor }) => {
        refuseMove(confirmation.status, 'submitted', 'staff');
        const by = await actor();
        const change = { kind: 'void', before: toSide(scheme, invoices), after: null, reason } as const;
        const changeId = await insertSchemeChange(trx, scheme, change, by);
        await voidInvoices(
          trx,
          invoices.map((invoice) => invoice.id),
          changeId,
        );
        await updateScheme(trx, scheme, { voided_at: context.now() });
        return {
          to: 'submitted',
          cause: 'void',
          columns: { ...UNDECIDED, payment_status: 'pending' },
          reason,
          details: { scheme_id: id, final_education_fee: { from: scheme.final_education_fee, to: null } },
        };
      },
      notify: (_step, changed) => notifyConfirmation(context, trx, 'scheme_changed', changed),
      view: async () => toConfirmation(await writtenConfirmation(trx, confirmation.id)),
    },
  );
}

/**
 * Cancels a scheme while nothing is paid: its invoices are taken back, the confirmation waits to be decided again, and the
 * family is told. 409 `paid` where there is money on it.
 */
export async function voidScheme(
  context: Context,
  caller: Caller,
  id: string,
  body: z.output<(typeof call)['body']>,
): Promise<Confirmation> {
  requireKey(caller);
  return onceBy(context, caller, { route: call.id, body: { id, ...body } }, (trx) =>
    writeVoid(context, trx, caller, id, body.reason),
  );
}
