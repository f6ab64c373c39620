import { type Applicant, MONDAY, shownOrder } from '@gerbang/admission-service/test/seats-world';
import { replayedList } from '@gerbang/admission-service/test/waitlist-replay';
import { againWith } from '@gerbang/domain/testing/runs';
import { type Random, randomOf } from '@gerbang/service-kit/testing/random';
import { AFTER_DEADLINE, type SeatPortal } from './seat-portal.ts';
import type { Travelling } from './two-services.ts';

type Seats = SeatPortal['seats'];
type Pool = Awaited<ReturnType<Seats['pool']>>;
/** How often each thing came about, so that a test sees that all of it is tried. */
export type Tally = Map<string, number>;

// biome-ignore format: one line a sort
const ACTS = [
  'confirm', 'confirm', 'confirm', 'enrol', 'process', 'refuse', 'refuse', 'pay', 'decline', 'decline', 'release', 'release', 'expire',
  'extend', 'leave', 'prioritise', 'promote', 'offer', 'except', 'limit', 'deliver', 'deliver', 'deliver', 'deliver', 'deliver',
  'again', 'number',
] as const;
type Act = (typeof ACTS)[number];

/** A course of a class's seats: its pool, its children, and what people, jobs and the queue do about them at random. */
class Course {
  readonly #portal: SeatPortal;
  readonly #random: Random;
  readonly #tally: Tally;
  readonly #delivered: Travelling[] = [];
  readonly #all: Applicant[] = [];
  #pool!: Pool;

  constructor(portal: SeatPortal, seed: number, tally: Tally) {
    this.#portal = portal;
    this.#random = randomOf(seed);
    this.#tally = tally;
  }

  async begin(): Promise<void> {
    const { seats, admission, settle } = this.#portal;
    admission.setClock(MONDAY);
    // The class of the course before: its seats are limited no more, and its deadlines are none.
    await admission.db('seat_pools').whereNull('deleted_at').update({ deleted_at: new Date() });
    await admission.db('offers').where({ status: 'open' }).update({ answer_until: null });
    const limit = this.#random.between(1, 3);
    this.#pool = await seats.pool({
      seats: limit,
      offer_limit: limit,
      auto_offer: this.#random.next() < 0.7,
      criteria: this.#random.pick([['sibling', 'registered_at'], ['registered_at']]),
    });
    this.#all.push(...(await seats.applicants(limit + this.#random.between(2, 4))));
    await seats.publish(this.#all.map((one, at) => [one, at < limit ? 'passed' : 'waitlisted'] as const));
    await settle();
    admission.setClock(AFTER_DEADLINE);
  }

  /** Some acts at once, most of them about the same child; undefined where nothing is to be done. */
  async round(): Promise<void> {
    const subject = this.#random.pick(this.#all);
    const works: (() => Promise<unknown>)[] = [];
    for (let left = this.#random.between(1, 4); left > 0; left -= 1) {
      const one = this.#random.next() < 0.7 ? subject : this.#random.pick(this.#all);
      works.push(await this.#work(this.#random.pick(ACTS), one));
    }
    await Promise.all(works.map((work) => work()));
  }

  /** Hands over everything, in any order and some of it twice, and lets the jobs run until nothing changes. */
  async settle(): Promise<void> {
    const { acts, waiting } = this.#portal;
    for (let quiet = false; !quiet; ) {
      while ((await waiting()).length > 0) {
        await (await this.#work('deliver', this.#all[0]!))();
        if (this.#random.next() < 0.2) await (await this.#work('again', this.#all[0]!))();
      }
      quiet = (await acts.promote()) === 0;
    }
  }

  #count(what: string): void {
    this.#tally.set(what, (this.#tally.get(what) ?? 0) + 1);
  }

  /** Decides by the seed what is done, and returns how: the works of a round begin together. */
  async #work(act: Act, one: Applicant): Promise<() => Promise<unknown>> {
    const { acts, waiting, hand } = this.#portal;
    const counted = (work: () => Promise<number>) => async () => {
      const status = await work();
      if (status < 300) this.#count(act);
    };
    switch (act) {
      case 'process':
        return counted(() => acts.decide(one, 'processed'));
      case 'refuse':
        return counted(() => acts.decide(one, 'declined'));
      case 'pay': {
        const part = this.#random.pick([1, 3]);
        return counted(() => acts.pay(one, part));
      }
      case 'enrol':
        return async () => {
          await acts.confirm(one);
          await acts.decide(one, 'processed');
          await acts.pay(one, 3);
        };
      case 'prioritise': {
        const confirmed = this.#random.next() < 0.7;
        return counted(() => acts.prioritise(one, confirmed));
      }
      case 'offer': {
        const count = this.#random.between(1, 2);
        return counted(() => acts.offer(this.#pool.id, count));
      }
      case 'except':
        return counted(() => acts.except(this.#pool.id, one));
      case 'limit': {
        const limit = this.#random.between(1, 4);
        return counted(() => acts.limit(this.#pool.id, limit));
      }
      case 'expire':
      case 'promote':
      case 'number':
        return () => acts[act]();
      case 'deliver': {
        const all = await waiting();
        const [event] = all.splice(this.#random.between(0, Math.max(0, all.length - 1)), 1);
        if (event) this.#delivered.push(event);
        return async () => event && hand(event);
      }
      case 'again': {
        const event = this.#delivered.length > 0 ? this.#random.pick(this.#delivered) : undefined;
        return async () => event && hand(event);
      }
      default:
        return counted(() => acts[act](one));
    }
  }

  /** What holds once everything has arrived; what holds at every commit is watched in the databases. */
  async check(): Promise<void> {
    const { seats, admission } = this.#portal;
    const { taken, offer_limit, waiting, auto_offer, releasing, free } = await seats.figures(this.#pool.id);
    expect(taken).toBeLessThanOrEqual(offer_limit);
    expect(releasing).toBe(0);
    if (auto_offer) expect([free, waiting]).toContain(0);
    expect(await seats.differences()).toEqual([]);
    for (const one of this.#all) await this.#checkOne(one);
    const order = await admission
      .db('waitlist_entries')
      .where({ pool_id: this.#pool.id, status: 'waiting' })
      .orderBy('sort_key')
      .pluck<string[]>('registration_id');
    expect(await shownOrder(seats, this.#pool.id)).toEqual(order);
    const numbers = await replayedList(admission.db, this.#pool.id);
    expect(numbers).toEqual(new Map(order.map((id, at) => [id, at + 1])));
    expect(await seats.differences()).toEqual([]);
    await this.#checkPromotions();
  }

  async #checkOne(one: Applicant): Promise<void> {
    const { held, confirmation, answer, copy, seats } = this.#portal;
    const [offer, confirmed, answered, known] = [
      await held(one),
      await confirmation(one),
      await answer(one),
      await copy(one),
    ];
    const isLive = confirmed !== undefined && confirmed.status !== 'declined';
    if (!offer) {
      expect([isLive, answered]).toEqual([false, undefined]);
      return;
    }
    this.#count(`ends ${offer.status}`);
    if (answered) this.#count(`answered ${answered.answer}`);
    // Never both: a seat that is gone, and a confirmation that counts.
    expect({ of: one.id, status: offer.status, isLive }).toEqual({
      of: one.id,
      status: offer.status === 'released' ? 'released' : isLive ? 'accepted' : 'open',
      isLive: offer.status === 'released' ? false : isLive,
    });
    expect(answered?.answer === 'released').toBe(offer.status === 'released');
    expect(await seats.stage(one)).toBe(offer.status === 'released' ? 'released' : 'passed');
    expect(known.seat).toMatchObject({ offer_id: offer.id, status: offer.status });
  }

  /** Each seat that was freed was given once: an offer a child, as many as events say, each told once. */
  async #checkPromotions(): Promise<void> {
    const { admission } = this.#portal;
    const of = { pool_id: this.#pool.id };
    const offers = await admission.db('offers').where(of);
    expect(new Set(offers.map((one) => one.registration_id)).size).toBe(offers.length);
    const fromList = offers.filter(({ source }) => source !== 'result');
    const promoted = await admission.db('waitlist_events').where({ ...of, cause: 'promoted' });
    expect(promoted.reduce((sum, { count }) => sum + count, 0)).toBe(fromList.length);
    for (const { source, created_by_name } of fromList)
      if (source === 'staff') expect(created_by_name).toBe('Hendra Gunawan');
    const ids = (some: typeof offers) => some.map(({ id }) => String(id)).toSorted();
    const known = new Set(offers.map(({ id }) => id));
    const told = async (kind: string) =>
      (await this.#portal.messages(kind))
        .map(({ dedupeKey }) => dedupeKey.slice(kind.length + 1))
        .filter((id) => known.has(id))
        .toSorted();
    expect(await told('seat_offered')).toEqual(ids(fromList));
    const late = offers.filter((one) => one.status === 'released' && one.release_cause === 'deadline');
    expect(await told('seat_released')).toEqual(ids(late));
  }
}

/** Runs the course of a seed and checks what it leaves; throws with the seed. */
export async function runCourse(portal: SeatPortal, seed: number, tally: Tally): Promise<void> {
  try {
    const course = new Course(portal, seed, tally);
    await course.begin();
    for (let left = randomOf(seed).between(6, 14); left > 0; left -= 1) await course.round();
    await course.settle();
    await course.check();
  } catch (error) {
    (error as Error).message = `seed ${seed}: ${(error as Error).message}\nAgain: ${againWith(seed)}`;
    throw error;
  }
}
