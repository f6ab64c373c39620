import type { drawerSchema } from '@gerbang/contracts/drawers';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { insertDrawer } from './drawers.repository.ts';
import { toDrawer } from './drawers.view.ts';

/** Opens the caller's drawer with a float in rupiah; 409 `drawers_off` where the school has none, `drawer_open` beside an open one. */
export async function openDrawer(
  { database, school, now }: Pick<Context, 'database' | 'school' | 'now'>,
  caller: Caller,
  float: number,
): Promise<z.input<typeof drawerSchema>> {
  if (!school.settings.cash_drawers) {
    throw conflict(
      'drawers_off',
      'Sekolah belum memakai kas loket. Nyalakan di Penyiapan sekolah, bagian “Hari libur & jam”.',
    );
  }
  return database.transaction(async (trx) => {
    const actor = await actorOf(trx, caller);
    const row = await insertDrawer(trx, { actor, float, automatic: false, at: now() });
    if (!row)
      throw conflict('drawer_open', 'Kas Anda sudah terbuka. Tutup dahulu sebelum membuka yang baru.');
    await audit(trx, {
      action: 'drawer.opened',
      actor,
      subject: row.id,
      details: { day: row.day, float },
      origin: caller.origin,
    });
    return toDrawer({ ...row, booked: 0, bookings: 0 });
  });
}
