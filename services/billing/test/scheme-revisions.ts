import { approveMoneyRequest } from '@gerbang/contracts/money-requests';
import { reviseScheme, voidScheme } from '@gerbang/contracts/scheme-changes';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { uuidv7 } from 'uuidv7';
import type { Door } from './door.ts';

export const DUE = '2029-09-30';

/** A revision of a scheme into these amounts, as the screen sends it. */
export const revisionOf = (amounts: readonly number[], change: Record<string, unknown> = {}) => ({
  payment_period: 'Gelombang 1',
  payment_scheme: 'installment',
  base_education_fee: amounts.reduce((sum, amount) => sum + amount, 0),
  instalments: amounts.map((amount) => ({ amount, due_date: DUE })),
  reason: 'Keluarga meminta dua tahap',
  version: 1,
  ...change,
});

export const revise = (
  door: Pick<Door, 'call'>,
  by: Caller,
  id: string,
  ...revision: Parameters<typeof revisionOf>
) =>
  door.call(reviseScheme, by, {
    params: { id },
    headers: { 'idempotency-key': uuidv7() },
    body: revisionOf(...revision),
  });

export const cancel = (door: Pick<Door, 'call'>, by: Caller, id: string) =>
  door.call(voidScheme, by, {
    params: { id },
    headers: { 'idempotency-key': uuidv7() },
    body: { reason: 'Skema dibuat untuk anak lain' },
  });

export const approve = (door: Pick<Door, 'call'>, by: Caller, id: string) =>
  door.call(approveMoneyRequest, by, { params: { id }, headers: { 'idempotency-key': uuidv7() }, body: {} });
