import { makeOffers } from '@gerbang/contracts/offers';
import { createSeatPool, readSeats, updateSeatPool, type SeatPool } from '@gerbang/contracts/seat-pools';
import type { EventPayload } from '@gerbang/contracts/events';
import type { Result } from '@gerbang/domain/announcements';
import { uuidv7 } from 'uuidv7';
import { eventHandlers } from '../src/events/handlers.ts';
import { applyFeeReversal } from '../src/registration-payments/reverse-fee.ts';
import { verifySeats } from '../src/seats/pools/verify-seats.ts';
import { numberLists } from '../src/seats/waitlist/number-lists.ts';
import { patient } from '@gerbang/service-kit/testing/patience';
import { type Caller, type Door, openDoor } from './door.ts';
import { PUBLISHED_AT, PUBLISHER } from './registration-stages-results.ts';

/** A school day, 09.00 in Jakarta: a Monday. */
export const MONDAY = new Date('2027-02-01T02:00:00Z');
export const SEAT_YEAR = '2026/2027';

/** A child whose registration waits for its result. */
export interface Applicant {
  readonly id: string;
  readonly child_id: string;
  readonly family: Caller;
}

type Settled = 'offer.released' | 'offer.kept';

/** The header without which a call that frees or offers seats is refused; a new key unless one is given. */
export const keyed = (key: string = uuidv7()) => ({ 'idempotency-key': key });

/** Admission with a head of the school; the test plays announcements and billing. */
export async function openSeats() {
  const door: Door = patient(await openDoor());
  const manager = await door.caller('manager_pendidikan', 'Hendra Gunawan');
  const desk = await door.caller('staff_pendidikan', 'Sari');
  door.setClock(MONDAY);
  let made = 0;

  const handle = async (type: keyof ReturnType<typeof eventHandlers>, payload: unknown) => {
    const meta = { id: uuidv7(), version: 1, requestId: undefined };
    await door.database.transaction(async (trx) => {
      await eventHandlers(door.context)[type]?.(trx, payload as never, meta);
    });
  };

  return {
    door,
    manager,
    desk,
    /** Registrations of as many families, each a minute after the one before. */
    async applicants(count: number, more: { kelas?: string; jenjang?: string; stage?: string } = {}) {
      const { kelas = '1', jenjang = 'SD', stage = 'waiting_announcement' } = more;
      const from = made;
      made += count;
      const { rows } = await door.db.raw(
        `with people as (
           select gen_random_uuid() as account, gen_random_uuid() as parent, gen_random_uuid() as child,
             gen_random_uuid() as registration, gen_random_uuid() as proof, n
           from generate_series(?::integer + 1, ?::integer) as n
         ), a as (
           insert into accounts (id, name, role, phone, active, version)
           select account, 'Wali ' || n, 'wali_murid', '+62813' || (10000000 + n), true, 1 from people
         ), p as (insert into parents (id, user_id) select parent, account from people
         ), c as (
           insert into children (id, parent_id, full_name, birth_city, birth_date)
           select child, parent, 'Anak Ke' || n || 'x', 'Jakarta', '2019-05-04' from people
         ), f as (
           insert into files (id, uploader_id, uploader_role, purpose, name, media_type, size)
           select proof, account, 'wali_murid', 'payment_evidence', 'bukti.jpg', 'image/jpeg', 1 from people
         ), r as (
           insert into registrations (id, child_id, registration_number, jenjang, kelas, academic_year, current_stage,
             payment_amount, payment_status, payment_verified_at, payment_verified_by, payment_verified_by_role,
             payment_evidence_file_id, created_at)
           select registration, child, 'PSB-2026-X-' || n, ?, ?, ?, ?, 550000, 'verified',
             '2027-01-10T02:00:00Z'::timestamptz + n * interval '1 minute', account, 'finance', proof,
             '2027-01-03T02:00:00Z'::timestamptz + n * interval '1 minute' from people
         ) select registration as id, child as child_id, account from people order by n`,
        [from, made, jenjang, kelas, SEAT_YEAR, stage],
      );
      return (rows as { id: string; child_id: string; account: string }[]).map(
        ({ id, child_id, account }): Applicant => ({
          id,
          child_id,
          family: { id: account, role: 'wali_murid' },
        }),
      );
    },
    async pool(change: Record<string, unknown> = {}, caller: Caller = manager): Promise<SeatPool> {
      const body = {
        academic_year: SEAT_YEAR,
        jenjang: 'SD',
        kelas: '1',
        seats: 2,
        offer_limit: 2,
        criteria: ['sibling', 'registered_at'],
        ...change,
      };
      const answer = await door.call(createSeatPool, caller, { body });
      if (answer.statusCode !== 201) throw new Error(answer.body);
      return answer.json();
    },
    async figures(id: string): Promise<SeatPool> {
      const { pools } = (await door.call(readSeats, manager)).json() as { pools: SeatPool[] };
      const found = pools.find((pool) => pool.id === id);
      if (!found) throw new Error('no such pool');
      return found;
    },
    async change(pool: SeatPool, change: Record<string, unknown>) {
      const { seats, offer_limit, answer_days, auto_offer, offers_until, criteria, list_max, version } = pool;
      const present = {
        seats,
        offer_limit,
        answer_days,
        auto_offer,
        offers_until,
        criteria,
        list_max,
        version,
      };
      return door.call(updateSeatPool, manager, { params: { id: pool.id }, body: { ...present, ...change } });
    },
    offer(id: string, body: Record<string, unknown>, caller: Caller = manager, key: string = uuidv7()) {
      return door.call(makeOffers, caller, { params: { id }, body, headers: keyed(key) });
    },
    /** Publishes results as an announcement does, all in one event. */
    async publish(results: readonly (readonly [Applicant, Result])[], announcement_id: string = uuidv7()) {
      const event: EventPayload<'results.published'> = {
        announcement_id,
        published_at: PUBLISHED_AT,
        published_by: PUBLISHER,
        results: results.map(([{ id, child_id }, result]) => ({
          result_id: uuidv7(),
          registration_id: id,
          child_id,
          result,
        })),
      };
      await handle('results.published', event);
    },
    /** Billing's word on a confirmation of re-enrolment. */
    async confirm(one: Applicant, version: number, status: 'submitted' | 'processed' | 'declined') {
      await handle('confirmation.changed', {
        id: uuidv7(),
        version,
        registration_id: one.id,
        status,
        enrollment_status: status === 'declined' ? 'declined' : 'confirmed',
        locks: status === 'processed',
      });
    },
    /** Billing's answer about a seat that is being released; `version` is the offer's that was asked. */
    async settle(type: Settled, offer_id: string, registration_id: string, version?: number): Promise<void> {
      const reason = type === 'offer.kept' ? { reason: 'confirmed' } : {};
      const asked = version ?? (await door.db('offers').where({ id: offer_id }).first('version')).version;
      await handle(type, { offer_id, registration_id, version: asked, ...reason });
    },
    /** Takes a verified fee back as two people agree to after the result: it is owed again, and the stage stays. */
    async owe({ id }: Applicant): Promise<void> {
      const approved = {
        request_id: uuidv7(),
        registration_id: id,
        reason: 'Cek ditolak bank',
        actor: PUBLISHER,
      };
      await door.database.transaction((trx) => applyFeeReversal(door.context, trx, approved, undefined));
    },
    async held(one: Applicant) {
      return door.db('offers').where({ registration_id: one.id }).orderBy('id', 'desc').first();
    },
    async stage(one: Applicant): Promise<string> {
      return (await door.db('registrations').where({ id: one.id }).first('current_stage')).current_stage;
    },
    messages: (kind: string) =>
      door.published.filter(({ type, payload }) => type === 'message.requested' && payload.kind === kind),
    /** Writes the numbers that moved, as the job does each second. */
    number: () => numberLists(door.context),
    differences: () => verifySeats(door.context),
    /** Whatever a test did, its seats and lists fit. */
    async close(): Promise<void> {
      try {
        expect(await verifySeats(door.context)).toEqual([]);
      } finally {
        await door.close();
      }
    },
  };
}

export type Seats = Awaited<ReturnType<typeof openSeats>>;

/** A pool whose only seat the first family holds until 20.00 of Monday, 8 February; two families wait. */
export async function offeredPool(world: Seats, more: Record<string, unknown> = {}) {
  const pool = await world.pool({ seats: 1, offer_limit: 1, ...more });
  const [one, two, three] = (await world.applicants(3)) as [Applicant, Applicant, Applicant];
  await world.publish([
    [one, 'passed'],
    [two, 'waitlisted'],
    [three, 'waitlisted'],
  ]);
  return { pool, one, two, three };
}

/** The last number that the family of each waiting child was shown, by the number, after all that moved are written. */
export async function shownOrder({ door, number }: Seats, poolId: string): Promise<string[]> {
  await number();
  const { rows } = await door.db.raw(
    `select registration_id from (
       select distinct on (w.id) w.registration_id, p.position from waitlist_entries w
       join waitlist_positions p on p.entry_id = w.id
       where w.pool_id = ? and w.status = 'waiting' order by w.id, p.event_id desc
     ) as t order by position`,
    [poolId],
  );
  return (rows as { registration_id: string }[]).map(({ registration_id }) => registration_id);
}
