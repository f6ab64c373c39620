import '@gerbang/domain/testing/runs';
import type { EventPayload } from '@gerbang/contracts/events';
import type { MessageKind } from '@gerbang/contracts/message-kinds';
import type { Slot } from '@gerbang/contracts/observation-slots';
import { sharedSlotFile } from '@gerbang/contracts/slot-choices';
import { minutesForAll, runs } from '@gerbang/domain/testing/runs';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { remindOfSlots } from '../src/observation-slots/slot-jobs.ts';
import { parsedCalendar } from './parsed-calendar.ts';
import { type Applicant, MONDAY, SEAT_YEAR } from './seats-world.ts';
import { at, DAY, openSlotsWorld, type SlotsWorld } from './slots-world.ts';

minutesForAll(20);

/** Texts that a calendar has to escape, fold or leave whole. */
const TEXTS = ['Bawa; sepatu, "bekal" \\ air', 'BEGIN:VEVENT', 'ü'.repeat(70), '👧🏽'.repeat(15), 'a:b\n\nc'];
const HOURS = ['08:00', '10:00', '13:00'];

const step = fc.record({
  kind: fc.constantFrom('choose', 'book', 'give up', 'cancel'),
  who: fc.nat(2),
  slot: fc.nat(2),
});

describe('slots of the observation, whatever is done with them', () => {
  let world: SlotsWorld;
  beforeAll(async () => {
    world = await openSlotsWorld();
  });
  beforeEach(() => world.door.setClock(MONDAY));
  afterAll(() => world.close());

  const threeSlots = (instructions: string) =>
    Promise.all(
      HOURS.map((from, n) =>
        world.slot({
          starts_at: at(DAY, from),
          ends_at: at(DAY, from.replace(':00', ':45')),
          place: `Ruang ${n}, ${instructions.slice(0, 20).replaceAll('\n', ' ')}`,
          instructions,
        }),
      ),
    );

  const calls = {
    choose: (one: Applicant, slot: Slot, key?: string) => world.choose(one, slot, { ...(key && { key }) }),
    book: (one: Applicant, slot: Slot) => world.book(one, slot),
    'give up': (one: Applicant) => world.giveUp(one),
    cancel: (_one: Applicant, slot: Slot, key?: string) => world.cancel(slot, key),
  };
  /** The slot that a registration has now. */
  const liveOf = ({ id }: Applicant) =>
    world.door
      .db('observation_bookings as b')
      .join('observation_slots as s', 's.id', 'b.slot_id')
      .where({ registration_id: id, status: 'booked' })
      .first('b.id', 's.starts_at', 's.ends_at', 's.place');

  test('when an appointment changes in any way, then two programs read its file, it keeps its name, and its sequence only grows', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...TEXTS),
        fc.array(step, { minLength: 1, maxLength: 8 }),
        async (instructions, steps) => {
          const [one] = (await world.registered(1)) as [Applicant];
          const slots = await threeSlots(instructions);
          const first = await world.choose(one, slots[0] as Slot);
          const token = /\/([\w-]+)\.ics$/u.exec(first.json().ics_url)?.[1] ?? '';
          const read = async () => {
            const file = await world.door.call(sharedSlotFile, 'anon', { params: { token } });
            expect(file.statusCode).toBe(200);
            const [entry, ...others] = parsedCalendar(file.body);
            expect(others).toEqual([]);
            if (!entry) throw new Error('A file without an entry');
            return entry;
          };
          let known = await read();
          for (const { kind, slot } of steps) {
            const before = await liveOf(one);
            const answer = await calls[kind](one, slots[slot] as Slot);
            expect([200, 409]).toContain(answer.statusCode);
            const now = await read();
            const live = await liveOf(one);
            expect(now.uid).toBe(`${one.id}@localhost`);
            if (before?.id === live?.id) expect(now).toEqual(known);
            else expect(now.sequence).toBeGreaterThan(known.sequence);
            expect(now.method).toBe(live ? 'PUBLISH' : 'CANCEL');
            if (live) {
              expect([now.from, now.to]).toEqual([live.starts_at.toISOString(), live.ends_at.toISOString()]);
              expect(now.place).toContain(live.place);
            }
            expect(now.note).toContain(instructions.replace(/\.$/u, ''));
            expect(now.alarms).toEqual(['-P1D', '-PT2H']);
            known = now;
          }
          for (const slot of slots) await world.cancel(slot);
        },
      ),
      {
        numRuns: runs(100, { plain: 6 }),
        examples: [
          [
            TEXTS[0] as string,
            (['choose', 'book', 'cancel', 'choose', 'give up'] as const).map((kind, n) => ({
              kind,
              who: 0,
              slot: [1, 2, 2, 0, 0][n] ?? 0,
            })),
          ],
        ],
      },
    );
  });

  test('when places are taken, moved, given up and cancelled, and jobs run again and again, then each message leaves once a booking', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 5 }),
        async (rounds) => {
          const people = await world.registered(3);
          const slots = await threeSlots('Bekal');
          const [from, families] = [
            world.door.published.length,
            new Set(people.map(({ family }) => family.id)),
          ];
          const sent = (kind: MessageKind) =>
            world.door.published
              .slice(from)
              .map(({ type, payload }) =>
                type === 'message.requested' ? (payload as EventPayload<'message.requested'>) : null,
              )
              .filter((one) => one?.kind === kind && families.has(one.accountId ?? ''));
          const jobs = async (day: string, time: string) => {
            world.door.setClock(new Date(at(day, time)));
            await Promise.all([1, 2, 3].map(() => remindOfSlots(world.door.context)));
          };
          for (const together of rounds) {
            // Each call twice with its key, as a phone sends it again.
            await Promise.all(
              together.map(async ({ kind, who, slot }) => {
                const [one, into, key] = [people[who] as Applicant, slots[slot] as Slot, uuidv7()];
                for (let n = 0; n < 2; n += 1) await calls[kind](one, into, key);
              }),
            );
          }
          const bookings = await world.door
            .db('observation_bookings as b')
            .whereIn(
              'registration_id',
              people.map(({ id }) => id),
            )
            .select('b.id', 'b.status');
          expect(sent('slot_booked')).toHaveLength(bookings.length);
          for (const [day, time] of [
            ['2027-02-05', '09:00'],
            ['2027-02-05', '10:00'],
            ['2027-02-07', '18:00'],
            ['2027-02-07', '19:00'],
          ] as const) {
            await jobs(day, time);
          }
          const live = bookings.filter(({ status }) => status === 'booked');
          expect(sent('slot_reminder')).toHaveLength(2 * live.length);
          const all = (['slot_booked', 'slot_cancelled', 'slot_reminder', 'slot_new'] as const).flatMap(sent);
          expect(new Set(all.map((one) => one?.dedupeKey)).size).toBe(all.length);
          world.door.setClock(MONDAY);
          for (const slot of slots) await world.cancel(slot);
          const ended = await world.door
            .db('observation_bookings')
            .whereIn(
              'id',
              live.map(({ id }) => id),
            )
            .where({ status: 'cancelled' });
          expect(ended).toHaveLength(live.length);
          expect(sent('slot_cancelled').length).toBeGreaterThanOrEqual(live.length);
          expect(new Set(sent('slot_cancelled').map((one) => one?.dedupeKey)).size).toBe(
            sent('slot_cancelled').length,
          );
        },
      ),
      { numRuns: runs(100, { plain: 8 }) },
    );
  });

  const slotRow = fc.record({
    place: fc.constantFrom('Aula', ' aula', 'AULA ', 'Lab', 'Lapangan'),
    from: fc.integer({ min: 0, max: 20 }),
    length: fc.integer({ min: 1, max: 6 }),
    people: fc.uniqueArray(fc.nat(3), { maxLength: 3 }),
    ends: fc.boolean(),
  });

  test('when any calendar is written past the calls, then the database takes a slot exactly where place and people are free', async () => {
    let day = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(slotRow, { minLength: 2, maxLength: 14 }), async (rows) => {
        day += 1;
        const midnight = Date.parse(at('2027-03-01', '00:00')) + day * 86_400_000;
        const people = [1, 2, 3, 4].map(() => uuidv7());
        const taken: { key: string; from: number; to: number; people: readonly number[] }[] = [];
        for (const { place, from, length, people: who, ends } of rows) {
          const key = place.trim().toLowerCase();
          const to = from + length;
          const isFree = !taken.some(
            (one) =>
              one.from < to && from < one.to && (one.key === key || one.people.some((n) => who.includes(n))),
          );
          const times = {
            starts_at: new Date(midnight + from * 1_800_000),
            ends_at: new Date(midnight + to * 1_800_000),
          };
          const id = uuidv7();
          const write = world.door.db.transaction(async (trx) => {
            await trx('observation_slots').insert({
              id,
              academic_year: SEAT_YEAR,
              jenjang: 'SD',
              place,
              capacity: 2,
              opens_at: times.starts_at,
              closes_at: times.starts_at,
              published: true,
              ...times,
            });
            for (const n of who)
              await trx('slot_assessors').insert({ slot_id: id, user_id: people[n], name: 'Dewi', ...times });
          });
          if (!isFree) {
            await expect(write).rejects.toMatchObject({ code: '23P01' });
            continue;
          }
          await write;
          if (!ends) taken.push({ key, from, to, people: who });
          else {
            // A cancelled slot holds neither its place nor its people.
            await world.door
              .db('observation_slots')
              .where({ id })
              .update({ cancelled_at: new Date(), cancel_reason: 'x' });
            await world.door.db('slot_assessors').where({ slot_id: id }).update({ live: false });
          }
        }
      }),
      {
        numRuns: runs(200),
        examples: [
          [
            [
              { place: 'Aula', from: 0, length: 2, people: [0], ends: false },
              { place: 'AULA ', from: 1, length: 2, people: [], ends: false },
              { place: 'Lab', from: 1, length: 1, people: [0], ends: false },
            ],
          ],
        ],
      },
    );
  });
});
