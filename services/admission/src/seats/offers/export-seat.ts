import type { AdmissionExport } from '@gerbang/contracts/admission-export';
import type { Knex } from 'knex';
import type { Context } from '../../context.ts';
import { offersOf } from '../record/offers.repository.ts';
import { toOffers } from './offers.view.ts';
import { movesOf } from '../waitlist/list-numbers.repository.ts';
import { prioritiesOf } from '../waitlist/priorities.repository.ts';
import { seatOf } from '../waitlist/seat.view.ts';
import { entriesOf } from '../record/waitlist.repository.ts';
import { toMove, toPriority } from '../waitlist/waitlist.view.ts';

type SeatExport = NonNullable<AdmissionExport['registrations'][number]['seat']>;

/** "Kursi dan daftar tunggu" of a registration; nothing where it never had either. */
export async function exportedSeat(
  context: Context,
  db: Knex.Transaction,
  { id: registrationId }: { readonly id: string },
): Promise<{ readonly seat?: SeatExport }> {
  const offers = await offersOf(db, registrationId);
  const entries = await entriesOf(db, registrationId);
  const priorities = await prioritiesOf(db, [registrationId]);
  if (offers.length + entries.length + priorities.length === 0) return {};
  const waitlists: SeatExport['waitlists'] = [];
  for (const { id, status, joined_at, ended_at } of entries) {
    waitlists.push({
      status,
      joined_at: joined_at.toISOString(),
      ended_at: ended_at?.toISOString() ?? null,
      positions: (await movesOf(db, id)).map(toMove),
    });
  }
  const seat = {
    now: await seatOf(context, db, registrationId),
    offers: await toOffers(db, offers, 'wali_murid'),
    waitlists,
    priorities: priorities.map(toPriority),
  };
  return { seat };
}
