import type { AdmissionReport } from '@gerbang/contracts/reports';
import type { ReportQuery } from '@gerbang/contracts/report-query';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { releasedSeats } from '../seats/record/offers.repository.ts';
import { poolsOf } from '../seats/record/seat-pools.repository.ts';
import { toPools } from '../seats/record/seat-pools.view.ts';

/** How the limited seats stand: how many are free, how many families wait, and how many seats were released. */
export async function seatsPart(
  context: Pick<Context, 'school' | 'now'>,
  db: Db,
  { academic_year, jenjang }: Pick<ReportQuery, 'academic_year' | 'jenjang'>,
): Promise<NonNullable<AdmissionReport['seats']>> {
  const pools = await poolsOf(db, { academic_year, jenjang });
  if (pools.length === 0) return [];
  const released = await releasedSeats(
    db,
    pools.map(({ id }) => id),
  );
  return (await toPools(context, db, pools)).map((pool) => ({
    academic_year: pool.academic_year,
    jenjang: pool.jenjang,
    label: pool.label,
    seats: pool.seats,
    free: pool.free,
    waiting: pool.waiting,
    released: released.get(pool.id) ?? 0,
  }));
}
