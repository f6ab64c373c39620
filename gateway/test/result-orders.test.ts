import { randomUUID } from 'node:crypto';
import { correctResult } from '@gerbang/admission-service/registration-stages/correct-result';
import { insertPool } from '@gerbang/admission-service/seats/record/seat-pools.repository';
import { type Applicant, SEAT_YEAR } from '@gerbang/admission-service/test/seats-world';
import { withdrawAcceptance } from '@gerbang/billing-service/enrollment-confirmations/withdraw-acceptance';
import { RESULTS, type Result } from '@gerbang/domain/announcements';
import { correctedResults } from '@gerbang/domain/result-corrections';
import type { Stage } from '@gerbang/domain/registration-stages';
import { expectEachWay, minutesForAll, runs } from '@gerbang/domain/testing/runs';
import fc from 'fast-check';
import { openSeatPortal, type SeatPortal } from './seat-portal.ts';

minutesForAll(30);

const SEATS = 1;
const CHILDREN = 3;
const HEAD = { id: randomUUID(), name: 'Hendra Gunawan', role: 'manager_pendidikan' } as const;
const TEXT = {
  title: 'Koreksi: Hasil Observasi',
  content: 'Terima kasih.',
  observation_period: 'November 2026',
  jenjang: 'SD',
  first_published_at: '2026-11-20T03:00:00.000Z',
} as const;

const ACTS = ['publish', 'correct', 'promote', 'release', 'confirm', 'process', 'decline'] as const;
const step = fc.record({
  // Little can follow without a result; few confirmations come as far as being processed.
  act: fc.constantFrom(...ACTS, 'publish', 'publish', 'correct', 'correct', 'correct', 'confirm', 'process'),
  at: fc.nat(CHILDREN - 1),
  result: fc.constantFrom(...RESULTS, 'passed'),
  over: fc.constantFrom(false, false, true),
  /** Which of the waiting events comes next. */
  late: fc.nat(7),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

interface Child {
  stage: Stage;
  confirmation: 'submitted' | 'processed' | 'declined' | undefined;
}

/** What becomes of a class of one seat by each act; an act returns whether it is carried out, or why not. */
class Model {
  readonly children = Array.from(
    { length: CHILDREN },
    (): Child => ({ stage: 'waiting_announcement', confirmation: undefined }),
  );
  isOver = false;

  get taken(): number {
    return this.children.filter(({ stage }) => stage === 'passed').length;
  }

  take({ act, at, result, over }: Step): boolean | string {
    const child = this.children[at]!;
    const isFull = this.taken >= SEATS;
    const waits = child.stage === 'passed' && child.confirmation === 'submitted';
    const end = (stage: Stage) => {
      child.stage = stage;
      if (child.confirmation === 'submitted') child.confirmation = 'declined';
      return true;
    };
    switch (act) {
      case 'publish':
        if (child.stage !== 'waiting_announcement' || (result === 'passed' && isFull)) return false;
        child.stage = result;
        return true;
      case 'correct':
        if (!correctedResults(child.stage).includes(result)) return 'stage_not_allowed';
        if (child.stage === 'passed' && child.confirmation === 'processed') return 'already_processed';
        if (result === 'passed' && isFull && !over) return 'seats_exceeded';
        this.isOver ||= result === 'passed' && isFull;
        return end(result);
      case 'promote':
        for (const one of this.children)
          if (one.stage === 'waitlisted' && this.taken < SEATS) one.stage = 'passed';
        return true;
      case 'release':
        return child.stage === 'passed' && child.confirmation !== 'processed' && end('released');
      case 'confirm':
        if (child.stage !== 'passed' || waits || child.confirmation === 'processed') return false;
        child.confirmation = 'submitted';
        return true;
      default:
        if (!waits) return false;
        child.confirmation = act === 'process' ? 'processed' : 'declined';
        return true;
    }
  }
}

describe('results between admission and billing', () => {
  let portal: SeatPortal;
  const seen = new Set<string>();
  let classes = 0;
  beforeAll(async () => {
    portal = await openSeatPortal({ overLimit: true });
  });
  afterAll(() => portal.close());

  /** Past the calls, which take the school's classes alone. */
  async function newClass() {
    const { seats, admission } = portal;
    // No class of before is promoted once more.
    await admission.db('seat_pools').update({ auto_offer: false });
    classes += 1;
    const kelas = `M${classes}`;
    const pool = await insertPool(admission.db, {
      academic_year: SEAT_YEAR,
      jenjang: 'SD',
      kelas,
      seats: SEATS,
      offer_limit: SEATS,
      answer_days: 7,
      auto_offer: true,
      offers_until: null,
      criteria: ['registered_at'],
      list_max: null,
    });
    return { pool, all: await seats.applicants(CHILDREN, { kelas }) };
  }

  function correct({ id }: Applicant, from: Result, { result: to, over }: Step): Promise<true | string> {
    const { admission, billing } = portal;
    const context = {
      ...admission.context,
      withdrawAcceptance: (
        ...[body, requestId = '']: Parameters<typeof admission.context.withdrawAcceptance>
      ) => withdrawAcceptance(billing.context, body as never, { address: '', requestId }),
    };
    const correction = {
      correction_id: randomUUID(),
      registration_id: id,
      from,
      to,
      individual_note: null,
      text: TEXT,
      approved_by: HEAD,
      over_reason: over ? 'Kursi tambahan dari yayasan' : null,
    };
    const origin = { address: '203.0.113.7', requestId: 'result-orders' };
    return correctResult(context, correction, origin).then(
      () => true as const,
      ({ code }: { code: string }) => code,
    );
  }

  /** Does it; returns whether it was taken on, or the code of its refusal; undefined where only what follows tells. */
  async function act(one: Applicant, of: Step): Promise<boolean | string | undefined> {
    const { seats, acts } = portal;
    const isDone = async (status: Promise<number>) => (await status) < 300;
    switch (of.act) {
      case 'publish':
        await seats.publish([[one, of.result]]);
        return undefined;
      case 'correct':
        return correct(one, (await seats.stage(one)) as Result, of);
      case 'promote':
        await acts.promote();
        return true;
      case 'release':
        // A seat whose confirmation is processed is kept later.
        await acts.release(one);
        return undefined;
      case 'confirm':
        return isDone(acts.confirm(one));
      default:
        return isDone(acts.decide(one, of.act === 'process' ? 'processed' : 'declined'));
    }
  }

  test('when results are published, corrected, promoted, released and confirmed in any order, then stages, seats and confirmations are those of the model', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 20, size: 'max' }), async (steps) => {
        const { seats, admission, settle } = portal;
        const { pool, all } = await newClass();
        const model = new Model();
        for (const one of steps) {
          const expected = model.take(one);
          const outcome = await act(all[one.at]!, one);
          if (outcome !== undefined) expect([one, outcome]).toEqual([one, expected]);
          seen.add(`${one.act} ${expected}`);
          await settle((count) => one.late % count);
          expect([one, await Promise.all(all.map(seats.stage))]).toEqual([
            one,
            model.children.map(({ stage }) => stage),
          ]);
          const { taken } = await admission.db('seat_pools').where({ id: pool.id }).first('taken');
          expect(taken).toBe(model.taken);
          if (!model.isOver) expect(taken).toBeLessThanOrEqual(SEATS);
        }
        for (const [at, child] of all.entries()) {
          const [confirmation, copy] = [await portal.confirmation(child), await portal.copy(child)];
          // Billing first hears of a registration by its result.
          const { current_stage: stage = 'waiting_announcement' } = copy ?? {};
          expect({ stage, confirmation: confirmation?.status }).toEqual(model.children[at]);
        }
      }),
      { numRuns: runs(200, { plain: 5 }) },
    );
    expect(await portal.seats.differences()).toEqual([]);
    const refusals = ['stage_not_allowed', 'already_processed', 'seats_exceeded'].map(
      (code) => `correct ${code}`,
    );
    expectEachWay(seen, [...refusals, ...ACTS.map((name) => `${name} true`), 'release false']);
  });
});
