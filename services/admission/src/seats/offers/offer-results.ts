import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../../context.ts';
import { publishSeats } from '../record/pool-rules.ts';
import { covers, lockPoolsOf, type PoolRecord, takeSeats } from '../record/seat-pools.repository.ts';
import { entriesFor } from '../waitlist/criteria-values.ts';
import { joinList } from '../waitlist/list-changes.ts';
import { countWaiting } from '../record/waitlist.repository.ts';
import { answerTimeOf } from './answer-time.ts';
import { insertOffers } from '../record/offers.repository.ts';

interface Announced {
  readonly present: {
    readonly id: string;
    readonly academic_year: string;
    readonly jenjang: PoolRecord['jenjang'];
    readonly kelas: string | null;
    readonly created_at: Date;
    readonly payment_verified_at: Date | null;
  };
  readonly result: 'passed' | 'failed' | 'waitlisted';
}

interface Room {
  readonly pool: PoolRecord;
  seats: number;
  list: number;
}

/** How many seats and places on the list each locked pool still has, counted down while results are looked at. */
export class Rooms {
  readonly pools: readonly PoolRecord[];
  private readonly rooms: readonly Room[];

  constructor(rooms: readonly Room[]) {
    this.rooms = rooms;
    this.pools = rooms.map(({ pool }) => pool);
  }

  /** Whether there is room for a result; it is used up then. Without a pool every child passes and none waits. */
  take({ present, result }: Announced): boolean {
    if (result === 'failed') return true;
    const room = this.rooms.find(({ pool }) => covers(pool, present));
    if (!room) return result === 'passed';
    const part = result === 'passed' ? 'seats' : 'list';
    if (room[part] <= 0) return false;
    room[part] -= 1;
    return true;
  }
}

/** Locks the pools of these registrations, and counts what each has left. */
export async function lockRooms(trx: Db, registrationIds: readonly string[]): Promise<Rooms> {
  const rooms: Room[] = [];
  for (const pool of await lockPoolsOf(trx, registrationIds)) {
    const waiting = pool.list_max === null ? 0 : await countWaiting(trx, pool.id);
    const list = (pool.list_max ?? Number.POSITIVE_INFINITY) - waiting;
    rooms.push({ pool, seats: pool.offer_limit - pool.taken, list });
  }
  return new Rooms(rooms);
}

/** Gives the seats and the places on lists that published results bring, under the locks of pools and registrations. */
export async function offerResults(
  context: Context,
  trx: Db,
  {
    pools,
    announced,
    by,
    over = false,
  }: {
    pools: readonly PoolRecord[];
    announced: readonly Announced[];
    by: Actor;
    /** Whether seats above the limit are given too, as the school has said. */
    over?: boolean;
  },
): Promise<void> {
  for (const pool of pools) {
    const here = announced.filter(({ present }) => covers(pool, present));
    const passed = here.filter(({ result }) => result === 'passed');
    const waiting = here.filter(({ result }) => result === 'waitlisted').map(({ present }) => present);
    if (passed.length > 0) {
      const taken = await takeSeats(trx, pool.id, passed.length, over);
      if (!taken) throw new Error('a locked pool has fewer seats than were counted');
      const answer_until = await answerTimeOf(trx, context.now(), pool.answer_days);
      const offers = passed.map(({ present }) => ({
        registration_id: present.id,
        pool_id: pool.id,
        source: 'result' as const,
        answer_until,
      }));
      await insertOffers(trx, offers, { by, cause: 'result' });
      await publishSeats(context, trx, taken);
    }
    await joinList(trx, pool.id, await entriesFor(trx, pool, waiting), by);
  }
}
