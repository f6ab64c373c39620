import fc from 'fast-check';
import { promoteWaiting, expireOffers } from '../src/offers/offer-jobs.ts';
import { type Applicant, openSeats, type Seats, shownOrder } from './seats-world.ts';

const AFTER = new Date('2027-02-09T01:30:00Z');

type Step =
  | {
      readonly kind: 'confirm' | 'decline_papers' | 'decline' | 'leave' | 'prioritise' | 'answer' | 'repeat';
      readonly at: number;
    }
  | { readonly kind: 'expire' | 'promote' | 'offer'; readonly at: number };

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(
      'confirm',
      'decline_papers',
      'decline',
      'leave',
      'prioritise',
      'answer',
      'repeat',
      'expire',
      'promote',
      'offer',
    ),
    at: fc.nat(1000),
  }) as fc.Arbitrary<Step>,
  { minLength: 4, maxLength: 12 },
);

const CHILDREN = 6;
const SEATS = 3;

/** What admission asks when a seat is to be released. */
interface Question {
  readonly offer_id: string;
  readonly registration_id: string;
  readonly version: number;
}

/** Billing as the model knows it: it releases a seat unless a confirmation is there, and then lets none come any more. */
class Billing {
  readonly confirmed = new Set<string>();
  private readonly versions = new Map<string, number>();
  private readonly closed = new Set<string>();
  private readonly answers: {
    readonly question: Question;
    readonly type: 'offer.released' | 'offer.kept';
  }[] = [];
  private readonly world: Seats;
  private readonly from: number;

  constructor(world: Seats) {
    this.world = world;
    this.from = world.door.published.length;
  }

  async confirm(one: Applicant, status: 'submitted' | 'declined'): Promise<void> {
    const held = await this.world.held(one);
    if (!held || (await this.world.stage(one)) !== 'passed') return;
    if (status === 'submitted' && (this.closed.has(held.id) || this.confirmed.has(one.id))) return;
    if (status === 'declined' && !this.confirmed.has(one.id)) return;
    if (status === 'submitted') this.confirmed.add(one.id);
    else this.confirmed.delete(one.id);
    const version = (this.versions.get(one.id) ?? 0) + 1;
    this.versions.set(one.id, version);
    await this.world.confirm(one, version, status);
  }

  /** Answers the oldest question that is open. */
  async answer(): Promise<void> {
    const question = this.world.door.published
      .slice(this.from)
      .filter(({ type }) => type === 'offer.releasing')
      .map(({ payload }) => payload as unknown as Question)[this.answers.length];
    if (!question) return;
    const type = this.confirmed.has(question.registration_id) ? 'offer.kept' : 'offer.released';
    if (type === 'offer.released') this.closed.add(question.offer_id);
    this.answers.push({ question, type });
    await this.send(this.answers.length - 1);
  }

  /** Repeats an answer of before, as a queue may: also one to an earlier question about the same seat. */
  async repeat(at: number): Promise<void> {
    if (this.answers.length > 0) await this.send(at % this.answers.length);
  }

  private async send(at: number): Promise<void> {
    const answer = this.answers[at];
    if (!answer) return;
    const { offer_id, registration_id, version } = answer.question;
    await this.world.settle(answer.type, offer_id, registration_id, version);
  }
}

describe('seats under any course of events', () => {
  let world: Seats;
  beforeEach(async () => {
    world = await openSeats();
  });
  afterEach(() => world.close());

  async function take(step: Step, pool: string, all: readonly Applicant[], billing: Billing): Promise<void> {
    const one = all[step.at % all.length];
    if (!one) return;
    const params = { id: one.id };
    switch (step.kind) {
      case 'confirm':
        return billing.confirm(one, 'submitted');
      case 'decline_papers':
        return billing.confirm(one, 'declined');
      case 'decline':
        return void (await world.door.call('K15', one.family, { params, body: {} }));
      case 'leave':
        return void (await world.door.call('K16', one.family, { params }));
      case 'prioritise': {
        const body = { kind: 'sibling', confirmed: step.at % 2 === 0 };
        return void (await world.door.call('K18', world.manager, { params, body }));
      }
      case 'answer':
        return billing.answer();
      case 'repeat':
        return billing.repeat(step.at);
      case 'expire':
        return void (await expireOffers(world.door.context));
      case 'promote':
        return void (await promoteWaiting(world.door.context));
      case 'offer':
        return void (await world.offer(pool, { count: 1 + (step.at % 2) }));
    }
  }

  /** What holds after every course; taken seats are also held by the table's own check. */
  async function check(pool: string, all: readonly Applicant[], billing: Billing): Promise<void> {
    const { taken, offer_limit } = await world.figures(pool);
    expect(taken).toBeLessThanOrEqual(offer_limit);
    expect(await world.differences()).toEqual([]);
    const { rows } = await world.door.db.raw(
      `select registration_id from waitlist_entries where pool_id = ? and status = 'waiting' order by sort_key`,
      [pool],
    );
    expect(await shownOrder(world, pool)).toEqual(
      (rows as { registration_id: string }[]).map(({ registration_id }) => registration_id),
    );
    for (const one of all) {
      const held = await world.held(one);
      // Never both a released seat and a confirmation that counts.
      if (held?.status === 'released') expect(billing.confirmed.has(one.id)).toBe(false);
    }
  }

  // Two hundred courses in parts, each within the time of a test on a busy machine.
  test.each([1, 2, 3, 4])(
    'when events come in any order and twice (%i of 4), then seats, numbers and stages fit together',
    async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (course) => {
          world.door.setClock(new Date('2027-02-01T02:00:00Z'));
          const kelas = await freeClass();
          const pool = await world.pool({ seats: SEATS, offer_limit: SEATS, auto_offer: true, ...kelas });
          const all = await world.applicants(CHILDREN, kelas);
          await world.publish(all.map((one, at) => [one, at < SEATS ? 'passed' : 'waitlisted'] as const));
          world.door.setClock(AFTER);
          const billing = new Billing(world);
          for (const step of course) await take(step, pool.id, all, billing);
          await check(pool.id, all, billing);
        }),
        { numRuns: 50 },
      );
    },
  );

  /** A class of its own for a run: the one before keeps its offers, but no seat is limited any more. */
  async function freeClass(): Promise<{ jenjang: string; kelas: string }> {
    await world.door.db.raw(`update seat_pools set deleted_at = now() where deleted_at is null`);
    return { jenjang: 'SD', kelas: '1' };
  }
});
