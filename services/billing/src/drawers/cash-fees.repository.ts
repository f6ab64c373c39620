import type { EventPayload } from '@gerbang/contracts/events';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

/** Cash of a fee in a drawer. */
export type CashFee = Tables['cash_fees'];

/** Cash by its id; undefined where none is kept. */
export async function findCash(db: Db, id: string): Promise<CashFee | undefined> {
  return db('cash_fees').where({ id }).first<CashFee | undefined>();
}

/** Keeps cash in a drawer; the same id again keeps nothing more. */
export async function insertCash(
  trx: Db,
  cash: Pick<CashFee, 'id' | 'drawer_id' | 'registration_id' | 'amount' | 'asked'>,
): Promise<void> {
  await trx('cash_fees').insert(cash).onConflict('id').ignore();
}

/** Cash in a drawer that no event has booked yet. */
export async function heldCash(db: Db, drawerId: string): Promise<CashFee[]> {
  return db('cash_fees').where({ drawer_id: drawerId, booking_id: null });
}

/** Whether this booking has its cash. */
async function isCashBooked(trx: Db, bookingId: string): Promise<boolean> {
  return Boolean(await trx('cash_fees').where({ booking_id: bookingId }).first('id'));
}

/**
 * Notes by which booking cash was booked. A fee and its difference that leave a drawer together have a booking each: one of less
 * than the cash takes a part of its own, and the rest waits for the other.
 */
async function bookCash(
  trx: Db,
  { id, drawer_id, registration_id, amount: held, asked }: CashFee,
  { id: booking_id, amount }: { readonly id: string; readonly amount: number },
): Promise<void> {
  const rest = held - amount;
  const waits = rest !== 0 && Math.sign(rest) === Math.sign(held);
  const booked = waits ? { amount: rest } : { amount, booking_id };
  await trx('cash_fees').where({ id, booking_id: null }).update(booked);
  if (waits) {
    await trx('cash_fees').insert({ id: booking_id, drawer_id, registration_id, amount, asked, booking_id });
  }
}

/** Takes cash that was not booked out of its drawer. */
export async function dropCash(trx: Db, id: string): Promise<void> {
  await trx('cash_fees').where({ id, booking_id: null }).delete();
}

/** Rupiah of a fee that were booked in cash and not taken back. */
export async function cashOfFee(trx: Db, registrationId: string): Promise<number> {
  const row = await trx('cash_fees')
    .where({ registration_id: registrationId })
    .whereNotNull('booking_id')
    .first<{ sum: number }>(trx.raw('coalesce(sum(amount), 0)::bigint as sum'));
  return Number(row.sum);
}

/**
 * Keeps a verified or undone registration fee. The event may come twice, and once more with the method that a release before
 * did not name.
 */
export async function bookFee(
  trx: Db,
  { method, cash_id, ...fee }: EventPayload<'fee.booked'>,
): Promise<void> {
  const cash = cash_id === undefined ? undefined : await findCash(trx, cash_id);
  // It was booked before: its drawer may be closed by now.
  if (cash && (cash.booking_id !== null || (await isCashBooked(trx, fee.id)))) return;
  const booking = trx('cash_bookings')
    .insert({
      ...fee,
      source: 'registration_fee',
      method: method ?? 'transfer',
      ...(cash && { drawer_id: cash.drawer_id }),
    })
    .onConflict('id');
  await (method === undefined ? booking.ignore() : booking.merge(['method']));
  if (cash) await bookCash(trx, cash, fee);
}
