import { can } from '@gerbang/domain/abilities';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Role } from '@gerbang/domain/roles';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { holdOpenDrawer, insertDrawer } from './drawers.repository.ts';

const NO_DRAWER = 'Belum ada kas loket yang terbuka. Buka kas Anda di “Kas Loket”, lalu coba lagi.';
const NO_DRAWER_OF_ASKER =
  'Belum ada kas loket yang terbuka. Yang meminta pembatalan ini membuka kasnya dahulu di “Kas Loket”, lalu coba lagi.';

/**
 * The drawer into which a booking of cash falls, kept open until the transaction ends: of the first of these people who has one
 * open. Without any, 409 `no_drawer` where the school has drawers and one of them may hold one; else the portal opens one for
 * the first, who moves money in the books and none at the counter.
 */
export async function fallIn(
  { school, now }: Pick<Context, 'school' | 'now'>,
  trx: Knex.Transaction,
  people: readonly [Actor, ...Actor[]],
): Promise<string> {
  const day = jakartaDay(now());
  for (const { id } of people) {
    const open = await holdOpenDrawer(trx, id, day);
    if (open !== undefined) return open;
  }
  const [actor] = people;
  const holders = people.filter(({ role }) => can(role as Role, 'drawers.hold'));
  if (school.settings.cash_drawers && holders.length > 0) {
    throw conflict('no_drawer', holders.includes(actor) ? NO_DRAWER : NO_DRAWER_OF_ASKER);
  }
  // Two bookings at once open one: the later insert waits for the first and finds it.
  await insertDrawer(trx, { actor, float: 0, automatic: true, at: now() });
  const opened = await holdOpenDrawer(trx, actor.id, day);
  if (opened === undefined) throw new Error('a drawer that was just opened is gone');
  return opened;
}
