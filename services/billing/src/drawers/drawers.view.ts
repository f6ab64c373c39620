import type { drawerSchema, drawerSheetSchema } from '@gerbang/contracts/drawers';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Role } from '@gerbang/domain/roles';
import type { DrawerState } from '@gerbang/domain/drawers';
import { notFound } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import { drawerLines, type DrawerRecord, findDrawer } from './drawers.repository.ts';

/** 404 for a drawer that is not there. */
export const noDrawerHere = () => notFound('Kas loket tidak ditemukan');

/** A drawer as staff see it; what an open one should hold is counted now. */
export function toDrawer(record: DrawerRecord): z.input<typeof drawerSchema> {
  const { float_amount: float, booked, counted, signed_at, signed_by_role } = record;
  const expected = record.expected ?? float + booked;
  return {
    id: record.id,
    person: { id: record.person_id, name: record.person_name },
    day: record.day,
    automatic: record.automatic,
    float,
    booked,
    bookings: record.bookings,
    expected,
    counted,
    difference: counted === null ? null : counted - expected,
    reason: record.reason,
    state: record.state as DrawerState,
    opened_at: record.opened_at.toISOString(),
    closed_at: record.closed_at?.toISOString() ?? null,
    signed:
      signed_at === null
        ? null
        : { by: { name: record.signed_by_name, role: signed_by_role as Role }, at: signed_at.toISOString() },
  };
}

/** A drawer with what fell in; 404 where there is none. */
export async function drawerSheet(db: Db, id: string): Promise<z.input<typeof drawerSheetSchema>> {
  const record = await findDrawer(db, id);
  if (!record) throw noDrawerHere();
  const lines = await drawerLines(db, id);
  return {
    ...toDrawer(record),
    pieces: record.pieces as Record<string, number> | null,
    lines: lines.map((line) => ({ ...line, at: line.at.toISOString() })),
  };
}
