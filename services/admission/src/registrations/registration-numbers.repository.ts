import { type Jenjang, registrationNumber } from '@gerbang/domain/levels';
import type { Db } from '@gerbang/service-kit/data/database';

/**
 * The next number of a year and level. The counter's row stays locked until the transaction ends, so that a number is
 * either used or given to the next registration: there are no gaps. `keep` records it once the registration exists.
 */
export async function nextNumber(trx: Db, academicYear: string, jenjang: Jenjang) {
  const { rows } = await trx.raw(
    `insert into registration_counters as counter (academic_year, jenjang, last) values (?, ?, 1)
     on conflict (academic_year, jenjang) do update set last = counter.last + 1 returning last`,
    [academicYear, jenjang],
  );
  const sequence = (rows as { last: number }[])[0]?.last;
  if (sequence === undefined) throw new Error('the counter gave no number');
  const number = registrationNumber(academicYear, jenjang, sequence);
  return {
    number,
    sequence,
    keep: (registrationId: string) =>
      trx('registration_numbers').insert({
        number,
        academic_year: academicYear,
        jenjang,
        sequence,
        registration_id: registrationId,
      }),
  };
}

/** Marks the numbers of these registrations as never to be given again. */
export async function voidNumbers(trx: Db, registrationIds: readonly string[]): Promise<void> {
  await trx('registration_numbers')
    .whereIn('registration_id', registrationIds)
    .whereNull('voided_at')
    .update({ voided_at: trx.fn.now() });
}
