import type { ReportQuery } from '@gerbang/contracts/report-query';
import type { Db } from '@gerbang/service-kit/data/database';

/** Since when the oldest proof of a fee waits to be decided; null where none waits. */
export async function oldestProof(
  db: Db,
  { academic_year, jenjang }: Pick<ReportQuery, 'academic_year' | 'jenjang'>,
): Promise<Date | null> {
  const row = await db('registrations')
    .where({ payment_status: 'paid' })
    .whereNull('deleted_at')
    .where(academic_year === undefined ? {} : { academic_year })
    .where(jenjang === undefined ? {} : { jenjang })
    .orderBy(['payment_since', 'id'])
    .first<{ payment_since: Date } | undefined>('payment_since');
  return row?.payment_since ?? null;
}
