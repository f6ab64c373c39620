import { runs } from '@gerbang/domain/testing/runs';
import {
  closeWaitlist,
  confirmPriority,
  declineSeat,
  leaveWaitlist,
  readSeat,
  stayOnWaitlist,
  type Seat,
} from '@gerbang/contracts/waitlists';
import { listWaves } from '@gerbang/contracts/waves';
import { type Random, randomOf } from '@gerbang/service-kit/testing/random';
import fc from 'fast-check';
import { type Applicant, keyed, MONDAY, openSeats, type Seats } from './seats-world.ts';
import { replayedList } from './waitlist-replay.ts';

const ORDERS = [
  ['registered_at'],
  ['sibling', 'registered_at'],
  ['internal', 'sibling', 'registered_at'],
  ['sibling', 'internal', 'registered_at'],
  ['staff_child', 'fee_verified_at', 'registered_at'],
] as const;
const KINDS = ['internal', 'sibling', 'staff_child'] as const;
type Kind = (typeof KINDS)[number];
/** Words of staff and of families that stand in no answer to another family. */
const SECRETS = ['RahasiaCatatan', 'RahasiaAlasan', 'RahasiaKeluarga', 'Hendra', 'Sari'];

/** The list as the page of the specification describes it, without the portal's keys. */
class Model {
  readonly waiting: { readonly one: Applicant; readonly at: number; readonly kinds: Set<Kind> }[] = [];
  criteria: readonly string[] = ['sibling', 'registered_at'];

  order(): Applicant[] {
    const byCriteria = this.waiting.toSorted((a, b) => {
      for (const criterion of this.criteria) {
        // Registered and paid a minute after each other, in the same order.
        const [x, y] = criterion.endsWith('_at')
          ? [a.at, b.at]
          : [Number(!a.kinds.has(criterion as Kind)), Number(!b.kinds.has(criterion as Kind))];
        if (x !== y) return x - y;
      }
      return 0;
    });
    return byCriteria.map(({ one }) => one);
  }

  remove(gone: readonly Applicant[]): void {
    for (const one of gone)
      this.waiting.splice(
        this.waiting.findIndex((some) => some.one.id === one.id),
        1,
      );
  }
}

describe('what a family sees of seats and lists', () => {
  let world: Seats;
  beforeAll(async () => {
    world = await openSeats();
  });
  afterAll(() => world.close());

  const seatCalls = [readSeat, declineSeat, leaveWaitlist, stayOnWaitlist] as const;
  let made = 0;

  /** Everything that names a family or its child. */
  async function marksOf(all: readonly Applicant[]): Promise<Map<string, string[]>> {
    const { rows } = await world.door.db.raw(
      `select r.id, r.registration_number, r.child_id, c.full_name, c.parent_id, a.id as account, a.name, a.phone,
         array(select id::text from offers where registration_id = r.id) as offers,
         array(select id::text from waitlist_entries where registration_id = r.id) as entries
       from registrations r join children c on c.id = r.child_id join parents p on p.id = c.parent_id
       join accounts a on a.id = p.user_id where r.id = any(?)`,
      [all.map(({ id }) => id)],
    );
    return new Map(
      rows.map(({ id, offers, entries, ...rest }: Record<string, string & string[]>) => [
        id,
        [
          id,
          ...(Object.values(rest) as unknown as string[]),
          ...(offers as string[]),
          ...(entries as string[]),
        ],
      ]),
    );
  }

  function expectOwn(body: string, one: Applicant, marks: ReadonlyMap<string, readonly string[]>): void {
    for (const [id, words] of marks) {
      if (id === one.id) continue;
      // A name that ends where another one goes on is another one.
      const found = words.filter((word) => new RegExp(`${word.replace('+', '\\+')}(?!\\d)`, 'u').test(body));
      expect([one.id, found]).toEqual([one.id, []]);
    }
    for (const secret of SECRETS) expect(body).not.toContain(secret);
  }

  test('when a list has any course, then each family is shown its number in the order, and nothing of another family', async () => {
    await fc.assert(
      fc.asyncProperty(fc.noBias(fc.integer({ min: 1, max: 2 ** 31 })), async (seed) => {
        const random = randomOf(seed);
        const { door, manager } = world;
        door.setClock(MONDAY);
        await door.db('seat_pools').whereNull('deleted_at').update({ deleted_at: new Date() });
        const pool = await world.pool({ seats: 2, offer_limit: 2 });
        const model = new Model();
        const all: Applicant[] = [];
        const join = async (count: number) => {
          const some = await world.applicants(count);
          await world.publish(random.shuffled(some).map((one) => [one, 'waitlisted'] as const));
          for (const one of some) model.waiting.push({ one, at: made++, kinds: new Set() });
          all.push(...some);
        };
        const offered = (status: number, some: readonly Applicant[]) => {
          expect(status).toBe(201);
          model.remove(some);
        };
        const steps: Record<string, (one: Applicant) => Promise<void>> = {
          join: () => join(random.between(1, 2)),
          leave: async (one) => {
            const { statusCode } = await door.call(leaveWaitlist, one.family, { params: { id: one.id } });
            if (statusCode === 200) model.remove([one]);
          },
          prioritise: async (one) => {
            const [kind, confirmed] = [random.pick(KINDS), random.next() < 0.7];
            const body = { kind, confirmed, note: 'RahasiaCatatan' };
            await door.call(confirmPriority, manager, { params: { id: one.id }, body });
            const kinds = model.waiting.find((some) => some.one.id === one.id)?.kinds;
            if (confirmed) kinds?.add(kind);
            else kinds?.delete(kind);
          },
          offer: async () => {
            const { free } = await world.figures(pool.id);
            const next = model.order().slice(0, free);
            if (next.length > 0) offered((await world.offer(pool.id, { count: free })).statusCode, next);
          },
          except: async (one) => {
            const entry = await door
              .db('waitlist_entries')
              .where({ registration_id: one.id, status: 'waiting' })
              .first();
            if (!entry || (await world.figures(pool.id)).free === 0) return;
            const body = { entry_id: entry.id, reason: 'RahasiaAlasan' };
            offered((await world.offer(pool.id, body)).statusCode, [one]);
          },
          rule: async () => {
            model.criteria = random.pick(ORDERS);
            await world.change(await world.figures(pool.id), {
              criteria: model.criteria,
              reason: 'RahasiaAlasan',
            });
          },
          give_back: async (one) => {
            const body = { reason_code: 'other', reason_text: 'RahasiaKeluarga' };
            const answer = await door.call(declineSeat, one.family, {
              params: { id: one.id },
              body,
              headers: keyed(),
            });
            const offer = await world.held(one);
            if (answer.statusCode === 202) await world.settle('offer.released', offer.id, one.id);
          },
          close: async () => {
            if (random.next() < 0.7) return;
            const { version } = await world.figures(pool.id);
            const body = { reason: 'RahasiaAlasan', version };
            await door.call(closeWaitlist, manager, { params: { id: pool.id }, body, headers: keyed() });
            model.remove(model.order());
          },
        };
        await join(random.between(3, 5));
        for (let left = random.between(3, 7); left > 0; left -= 1) {
          await steps[random.pick(Object.keys(steps))]?.(random.pick(all));
          // The job that writes numbers may come after several steps.
          if (random.next() < 0.5) continue;
          await world.number();
          await expectShown(model, [random.pick(all)]);
        }
        await world.number();
        await expectShown(model, all);
        const numbers = model.order().map(({ id }, at) => [id, at + 1] as const);
        expect(await replayedList(door.db, pool.id)).toEqual(new Map(numbers));
        expect(await world.differences()).toEqual([]);
        await expectNothingForeign(random, all);
      }),
      { numRuns: runs(200, { plain: 6 }) },
    );
  });

  /** Each of these families reads the number that the model has for it. */
  async function expectShown(model: Model, some: readonly Applicant[]): Promise<void> {
    const order = model.order().map(({ id }) => id);
    await Promise.all(
      some.map(async (one) => {
        const answer = await world.door.call(readSeat, one.family, { params: { id: one.id } });
        const { waitlist } = answer.json() as Seat;
        const at = order.indexOf(one.id);
        expect([one.id, waitlist && [waitlist.position, waitlist.of]]).toEqual([
          one.id,
          at < 0 ? null : [at + 1, order.length],
        ]);
      }),
    );
  }

  /** Every call of a family about its seat, and about another family's, which is 404. */
  async function expectNothingForeign(random: Random, all: readonly Applicant[]): Promise<void> {
    const marks = await marksOf(all);
    for (const call of random.shuffled([...seatCalls])) {
      for (const one of all) {
        const other = random.pick(all);
        const sent = () => (call === declineSeat ? { body: {}, headers: keyed() } : {});
        const answers = [await world.door.call(call, one.family, { params: { id: one.id }, ...sent() })];
        if (other.id !== one.id) {
          answers.push(await world.door.call(call, one.family, { params: { id: other.id }, ...sent() }));
          expect(answers.at(-1)?.statusCode).toBe(404);
        }
        for (const answer of answers) expectOwn(answer.body, one, marks);
      }
    }
    const [one] = all;
    if (one) expectOwn((await world.door.call(listWaves, one.family)).body, one, marks);
  }
});
