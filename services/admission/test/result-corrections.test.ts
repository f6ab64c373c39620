import { correctResult as internalCall } from '@gerbang/contracts/internal-calls';
import type { Result } from '@gerbang/domain/announcements';
import { correctedResults } from '@gerbang/domain/result-corrections';
import { conflict } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';
import { eventHandlers } from '../src/events/handlers.ts';
import { correctResult } from '../src/registration-stages/correct-result.ts';
import { promoteWaiting } from '../src/seats/offers/offer-jobs.ts';
import { type Applicant, openSeats, type Seats } from './seats-world.ts';

const HEAD = { id: uuidv7(), name: 'Hendra Gunawan', role: 'manager_pendidikan' } as const;
const FIRST = '2026-11-20T03:00:00.000Z';
const TEXT = {
  title: 'Koreksi: Hasil Observasi',
  content: 'Terima kasih.',
  observation_period: 'November 2026',
  jenjang: 'SD',
  first_published_at: FIRST,
} as const;
const ORIGIN = { address: '203.0.113.7', requestId: 'koreksi' };

/** A correction of one result as announcement sends it. */
const correctionOf = (
  { id }: Pick<Applicant, 'id'>,
  from: Result,
  to: Result,
  over: string | null = null,
) => ({
  correction_id: uuidv7(),
  registration_id: id,
  from,
  to,
  individual_note: 'Mohon maaf, hasilnya tertukar.',
  text: TEXT,
  approved_by: HEAD,
  over_reason: over,
});

describe('corrections of a published result', () => {
  let world: Seats;
  beforeEach(async () => {
    world = await openSeats();
  });
  afterEach(() => world.close());

  const correct = (correction: ReturnType<typeof correctionOf>, context = world.door.context) =>
    correctResult(context, correction, ORIGIN).then(
      () => 'corrected',
      ({ code }: { code: string }) => code,
    );
  const withResult = async (result: Result) => {
    const [one] = (await world.applicants(1)) as [Applicant];
    await world.publish([[one, result]]);
    return one;
  };

  test('when a failed child should have passed, then it has stage, text, trail and one message, however often it is sent', async () => {
    const one = await withResult('failed');
    const correction = correctionOf(one, 'failed', 'passed');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => correctResult(world.door.context, correction, ORIGIN)),
    );
    expect(new Set(answers.map(({ published_at }) => published_at)).size).toBe(1);
    const row = await world.door.db('registrations').where({ id: one.id }).first();
    expect(row).toMatchObject({ current_stage: 'passed', result_announcement_id: correction.correction_id });
    expect(row.accepted_at.toISOString()).toBe(answers[0]?.published_at);
    expect(
      await world.door.db('published_announcements').where({ id: correction.correction_id }).first(),
    ).toMatchObject({
      title: TEXT.title,
      first_published_at: new Date(FIRST),
    });
    expect(world.messages('result_corrected')).toHaveLength(1);
    const told = world.door.published.filter(({ type }) => type === 'result.corrected');
    expect(told).toMatchObject([{ payload: { correction_id: correction.correction_id, approved_by: HEAD } }]);
    const trail = await world.door.db('audit_events').where({ subject_id: one.id, actor_id: HEAD.id });
    expect(trail).toHaveLength(1);
  });

  test('when announcement calls without the services’ key, then the address does not exist', async () => {
    const one = await withResult('failed');
    const ask = (key: string) =>
      world.door.app.inject({
        method: 'POST',
        url: internalCall.path,
        headers: { authorization: `Bearer ${key}` },
        payload: correctionOf(one, 'failed', 'passed'),
      });
    expect((await ask('x')).statusCode).toBe(404);
    expect((await ask(world.door.context.config.INTERNAL_KEY)).statusCode).toBe(200);
  });

  test.each(['passed', 'failed', 'waitlisted'] as const)(
    'when a result was %s, then it is corrected along the edges of the machine, and along no other',
    async (from) => {
      await world.pool({ seats: 20, offer_limit: 20 });
      for (const to of ['passed', 'failed', 'waitlisted'] as const) {
        const one = await withResult(from);
        const allowed = correctedResults(from).includes(to);
        expect([to, await correct(correctionOf(one, from, to))]).toEqual([
          to,
          allowed ? 'corrected' : 'stage_not_allowed',
        ]);
        expect(await world.stage(one)).toBe(allowed ? to : from);
        if (!allowed) continue;
        const [back] = correctedResults(to).filter((result) => result === from);
        if (back) expect(await correct(correctionOf(one, to, back))).toBe('corrected');
      }
    },
  );

  test('when the last seat is gone, then it is refused with the figures, and given above the limit with a reason', async () => {
    const pool = await world.pool({ seats: 1, offer_limit: 1 });
    const [one, two] = (await world.applicants(2)) as [Applicant, Applicant];
    await world.publish([
      [one, 'passed'],
      [two, 'failed'],
    ]);
    await expect(
      correctResult(world.door.context, correctionOf(two, 'failed', 'passed'), ORIGIN),
    ).rejects.toMatchObject({
      code: 'seats_exceeded',
      details: { kelas: '1', free: 0 },
    });
    expect(await correct(correctionOf(two, 'failed', 'passed', 'Salah baca lembar observasi'))).toBe(
      'corrected',
    );
    expect(await world.figures(pool.id)).toMatchObject({ taken: 2, free: -1 });
    // It can still be changed, and its seats come back one by one.
    expect((await world.change(await world.figures(pool.id), { answer_days: 9 })).statusCode).toBe(200);
    expect(await correct(correctionOf(one, 'passed', 'failed'))).toBe('corrected');
    expect(await world.figures(pool.id)).toMatchObject({ taken: 1, free: 0 });
    expect(await world.held(two)).toMatchObject({ status: 'open' });
  });

  test('when an accepted child goes to the waiting list, then its seat is free and it has a number', async () => {
    const pool = await world.pool({ seats: 1, offer_limit: 1 });
    const one = await withResult('passed');
    expect(await correct(correctionOf(one, 'passed', 'waitlisted'))).toBe('corrected');
    expect(await world.figures(pool.id)).toMatchObject({ taken: 0, free: 1, waiting: 1 });
  });

  test('when a class has no waiting list, then no child is put on it', async () => {
    const one = await withResult('failed');
    expect(await correct(correctionOf(one, 'failed', 'waitlisted'))).toBe('list_full');
  });

  test('when billing refuses, then nothing changes', async () => {
    const pool = await world.pool();
    const one = await withResult('passed');
    const refusing = {
      ...world.door.context,
      withdrawAcceptance: async () => {
        throw conflict('already_processed', 'Sudah diproses');
      },
    };
    expect(await correct(correctionOf(one, 'passed', 'failed'), refusing)).toBe('already_processed');
    expect([await world.stage(one), (await world.figures(pool.id)).taken]).toEqual(['passed', 1]);
    expect(world.messages('result_corrected')).toEqual([]);
  });

  test('when a correction is withdrawn, then the registration is told once more, as it stands', async () => {
    const one = await withResult('passed');
    const from = world.door.published.length;
    await world.door.database.transaction((trx) =>
      eventHandlers(world.door.context)['result.correction.withdrawn']!(
        trx,
        { registration_id: one.id },
        { id: uuidv7(), version: 1, requestId: undefined },
      ),
    );
    expect(world.door.published.slice(from)).toMatchObject([
      { type: 'registration.changed', payload: { id: one.id, current_stage: 'passed' } },
    ]);
  });

  test('when the child has registered again meanwhile, then a live one is enough', async () => {
    const one = await withResult('failed');
    const copy = await world.door.db('registrations').where({ id: one.id }).first();
    await world.door.db('registrations').insert({
      ...copy,
      id: uuidv7(),
      registration_number: 'PSB-2026-Y-1',
      current_stage: 'registered',
      result_announcement_id: null,
    });
    expect(await correct(correctionOf(one, 'failed', 'passed'))).toBe('already_registered');
  });

  test('when forty corrections of failed children want three seats, then three get one', async () => {
    const pool = await world.pool({ seats: 3, offer_limit: 3 });
    const many = await world.applicants(40);
    await world.publish(many.map((one) => [one, 'failed'] as const));
    const outcomes = await Promise.all(many.map((one) => correct(correctionOf(one, 'failed', 'passed'))));
    expect(outcomes.filter((one) => one === 'corrected')).toHaveLength(3);
    expect(new Set(outcomes)).toEqual(new Set(['corrected', 'seats_exceeded']));
    expect(await world.figures(pool.id)).toMatchObject({ taken: 3, free: 0, open: 3 });
  });

  test('when forty corrections come beside promotions from the list, then each child has what its stage says', async () => {
    const pool = await world.pool({ seats: 10, offer_limit: 10, auto_offer: true });
    const many = await world.applicants(40);
    await world.publish(many.map((one) => [one, 'waitlisted'] as const));
    const promotions = Array.from({ length: 5 }, () => promoteWaiting(world.door.context));
    const outcomes = await Promise.all(many.map((one) => correct(correctionOf(one, 'waitlisted', 'failed'))));
    await Promise.all(promotions);
    for (const [at, one] of many.entries()) {
      expect([await world.stage(one), (await world.held(one)) !== undefined]).toEqual(
        outcomes[at] === 'corrected' ? ['failed', false] : ['passed', true],
      );
    }
    expect((await world.figures(pool.id)).taken).toBe(outcomes.filter((one) => one !== 'corrected').length);
    expect(await world.differences()).toEqual([]);
  });
});
