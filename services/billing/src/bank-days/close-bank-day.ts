import type { bankDaySchema } from '@gerbang/contracts/bank-days';
import { dayDifference, isDaySettled } from '@gerbang/domain/bank-days';
import { dayText } from '@gerbang/domain/date-text';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { notFound, Problem } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { rupiahText } from '../texts.ts';
import {
  type BankDay,
  type DayRecord,
  figuresOfDay,
  findClosing,
  insertClosing,
  lockAccount,
  lockDay,
} from './bank-days.repository.ts';
import { toDay } from './bank-days.view.ts';

/** What keeps the day open, in a sentence. */
function notZero(figures: DayRecord): Problem {
  const { unknown_lines, unknown, open_receipts } = figures;
  const difference = dayDifference(figures);
  const lost = difference - unknown;
  const reasons = [
    ...(unknown_lines > 0 ? [`${unknown_lines} mutasi belum dikenal`] : []),
    ...(open_receipts > 0 ? [`${open_receipts} dana belum dibukukan`] : []),
    ...(lost === 0 ? [] : [`selisih ${rupiahText(lost)}`]),
  ];
  const text = `Hari ${dayText(figures.day)} belum dapat ditutup: ${reasons.join(', ')}.`;
  return new Problem(409, 'not_zero', text, { details: { unknown_lines, open_receipts, difference } });
}

/**
 * Closes a day of an account with its figures; a day that is closed stays as it is. 404 for a day on which no money came
 * in, 409 `not_zero` while a line is undecided, a receipt is open or a rupiah is missing.
 */
export async function closeBankDay(
  { database }: Pick<Context, 'database'>,
  caller: Caller,
  wanted: BankDay,
): Promise<z.input<typeof bankDaySchema>> {
  return database.transaction(async (trx) => {
    await lockAccount(trx, wanted.account_key);
    await lockDay(trx, wanted);
    const figures = await figuresOfDay(trx, wanted);
    if (!figures) throw notFound('Pada hari ini tidak ada mutasi masuk');
    const known = await findClosing(trx, wanted);
    if (known) return toDay(figures, known);
    if (!isDaySettled(figures)) throw notZero(figures);
    const { account_key, day, returned, ...sums } = figures;
    const totals = { ...sums, ...(returned > 0 && { returned }) };
    const { in_total, booked, surplus, settlement, ignored, unapplied } = totals;
    const by = await actorOf(trx, caller);
    const closing = await insertClosing(trx, {
      id: uuidv7(),
      account_key,
      day,
      totals: JSON.stringify(totals),
      closed_by_id: by.id,
      closed_by_name: by.name,
      closed_by_role: caller.role,
    });
    await audit(trx, {
      action: 'bank_day.closed',
      actor: by,
      subject: closing.id,
      details: {
        account_key,
        day,
        in_total,
        booked,
        surplus,
        settlement,
        ignored,
        unapplied,
        ...(returned > 0 && { returned }),
      },
      origin: caller.origin,
    });
    return toDay(figures, closing);
  });
}
