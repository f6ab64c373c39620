import { randomUUID } from 'node:crypto';
import { correctResult } from '@gerbang/admission-service/registration-stages/correct-result';
import { insertPool } from '@gerbang/admission-service/seats/record/seat-pools.repository';
import { type Applicant, SEAT_YEAR } from '@gerbang/admission-service/test/seats-world';
import { type Door as Announcement, openDoor } from '@gerbang/announcement-service/test/door';
import {
  entry,
  inStatus,
  registration,
  type Staff,
  staffOf,
  tell,
} from '@gerbang/announcement-service/test/builders';
import { approveCorrection } from '@gerbang/announcement-service/result-corrections/decide-correction';
import { withdrawAcceptance } from '@gerbang/billing-service/enrollment-confirmations/withdraw-acceptance';
import { askResultCorrection, withdrawResultCorrection } from '@gerbang/contracts/result-corrections';
import type { Result } from '@gerbang/domain/announcements';
import { unavailable } from '@gerbang/service-kit/http/problems';
import { mortalDatabase, type PointOfDeath } from '@gerbang/service-kit/testing/mortal-database';
import { until } from '@gerbang/service-kit/testing/until';
import { openSeatPortal, type SeatPortal } from './seat-portal.ts';

jest.setTimeout(600_000);

const PROGRAMS = ['announcement', 'admission', 'billing'] as const;
type Program = (typeof PROGRAMS)[number];
/** More statements than a program makes: the last tries live. */
const MOST = 80;

describe('programs that are killed while a result is corrected', () => {
  let portal: SeatPortal;
  let announcement: Announcement;
  let staff: Staff;
  beforeAll(async () => {
    [portal, announcement] = [await openSeatPortal(), await openDoor()];
    staff = await staffOf(announcement);
  });
  afterAll(() => Promise.all([portal.close(), announcement.close()]));

  /** A child with this published result in a class of one seat, and the correction of it that waits for a second person. */
  async function asked(kelas: string, from: Result, to: Result, { confirms = from === 'passed' } = {}) {
    const { seats, settle } = portal;
    // Past the calls, which take the school's classes alone.
    const { id: poolId } = await insertPool(portal.admission.db, {
      academic_year: SEAT_YEAR,
      jenjang: 'SD',
      kelas,
      seats: 1,
      offer_limit: 1,
      answer_days: 7,
      auto_offer: false,
      offers_until: null,
      criteria: ['registered_at'],
      list_max: null,
    });
    const [one] = (await seats.applicants(1, { kelas })) as [Applicant];
    const copy = registration({ id: one.id, child_id: one.child_id, user_id: one.family.id });
    await tell(announcement, copy);
    const { id } = await inStatus(announcement, staff, 'published', [copy], {
      results: [entry(copy, { result: from })],
    });
    await seats.publish([[one, from]], id);
    await tell(announcement, { ...copy, version: 2, current_stage: from });
    await settle();
    if (confirms) expect(await portal.acts.confirm(one)).toBe(201);
    await settle();
    const body = { registration_id: one.id, result: to, reason: 'Nilai tertukar dengan anak lain' };
    const answer = await announcement.call(askResultCorrection, staff.author, { params: { id }, body });
    expect(answer.statusCode).toBe(201);
    return { one, poolId, id: answer.json().id as string, key: randomUUID() };
  }
  type Asked = Awaited<ReturnType<typeof asked>>;

  /** Approves with one program on a database that dies at this point; returns the code of the call's end, `died` where that program had to send it. */
  async function approve({ id, key }: Asked, program: Program, point: PointOfDeath): Promise<string> {
    const { database, arm, died } = mortalDatabase(
      { announcement, admission: portal.admission, billing: portal.billing }[program].url,
      { max: 1 },
    );
    arm(point);
    const on = (name: Program, living: typeof database) => (name === program ? database : living);
    /** What another program hears of one that dies: a connection that is cut. */
    const heard = <T>(work: Promise<T>): Promise<T> =>
      Promise.race([
        work,
        died.then(() => {
          throw unavailable();
        }),
      ]);
    const { admission, billing } = portal;
    const [ofBilling, ofAdmission] = [
      { ...billing.context, database: on('billing', billing.database) },
      {
        ...admission.context,
        database: on('admission', admission.database),
        withdrawAcceptance: (
          ...[body, requestId = '']: Parameters<typeof admission.context.withdrawAcceptance>
        ) => heard(withdrawAcceptance(ofBilling, body as never, { address: '', requestId })),
      },
    ];
    const context = {
      ...announcement.context,
      database: on('announcement', announcement.database),
      correctResult: (...[body, requestId]: Parameters<typeof announcement.context.correctResult>) =>
        heard(correctResult(ofAdmission, body as never, { address: '', requestId })),
    };
    const { manager } = staff;
    const origin = { address: '203.0.113.7', requestId: 'result-corrections-kills' };
    const caller = { id: manager.id, role: manager.role, origin, ifMatch: undefined, idempotencyKey: key };
    const ended = approveCorrection(context, caller, id, {}).then(
      () => 'approved',
      ({ code = 'unknown' }: { code?: string }) => code,
    );
    const dies = program === 'announcement' ? died.then(() => 'died') : new Promise<never>(() => undefined);
    const outcome = await Promise.race([ended, dies]);
    if (outcome === 'approved' && point !== 'commit') await database.close();
    return outcome;
  }

  /** The same once more, as a person repeats it, until the server has noticed that the one before is gone. */
  async function repeat(of: Asked, program: Program, point: PointOfDeath): Promise<string> {
    for (;;) {
      const outcome = await approve(of, program, point);
      if (outcome !== 'in_flight') return outcome;
    }
  }

  async function expectCorrectedOnce({ one, poolId, id }: Asked, to: Result): Promise<void> {
    const { admission, seats, settle } = portal;
    const { taken } = await admission.db('seat_pools').where({ id: poolId }).first('taken');
    expect([await seats.stage(one), taken]).toEqual([to, to === 'passed' ? 1 : 0]);
    const reached = { registration_id: one.id, stage: to };
    expect(await admission.db('registration_stages').where(reached)).toHaveLength(1);
    const told = await portal.messages('result_corrected');
    expect(told.filter(({ accountId }) => accountId === one.family.id)).toHaveLength(1);
    expect(await announcement.db('announcements').where({ id })).toMatchObject([{ status: 'published' }]);
    const results = await announcement
      .db('announcement_results')
      .where({ registration_id: one.id })
      .orderBy(['published_at', 'id']);
    expect(results).toMatchObject([{ live: false }, { live: true, result: to }]);
    await settle();
    expect((await portal.copy(one)).current_stage).toBe(to);
    expect((await portal.confirmation(one))?.status).toBe(to === 'passed' ? undefined : 'declined');
    expect(await seats.differences()).toEqual([]);
  }

  const WAYS = PROGRAMS.flatMap((program) => [
    [program, 'passed', 'failed'] as const,
    ...(program === 'billing' ? [] : [[program, 'failed', 'passed'] as const]),
  ]);
  test.each(WAYS)(
    'when %s is killed before each of its statements and after its commit, then a result goes once from %s to %s',
    async (program, from, to) => {
      const one = await asked(`${program}-${from}`, from, to);
      let deaths = 0;
      while ((await repeat(one, program, deaths + 1)) !== 'approved' && deaths < MOST) {
        deaths += 1;
        await portal.settle();
      }
      expect([deaths > 5, deaths < MOST]).toEqual([true, true]);
      await expectCorrectedOnce(one, to);
      const other = await asked(`${program}-${from}-2`, from, to);
      expect(await approve(other, program, 'commit')).not.toBe('approved');
      expect(await repeat(other, program, null)).toBe('approved');
      await expectCorrectedOnce(other, to);
    },
  );

  test('when admission is killed after billing has agreed, and the correction is withdrawn, then a family that had not confirmed can do so', async () => {
    const waiting = await asked('withdrawn', 'passed', 'failed', { confirms: false });
    const { one } = waiting;
    for (let point = 1; (await portal.copy(one)).current_stage === 'passed'; point += 1) {
      expect(await repeat(waiting, 'admission', point)).toBe('unavailable');
    }
    await portal.settle();
    expect([await portal.seats.stage(one), await portal.acts.confirm(one)]).toEqual(['passed', 409]);
    const from = announcement.published.length;
    const params = { id: waiting.id };
    await until(async () => {
      const { statusCode } = await announcement.call(withdrawResultCorrection, staff.author, { params });
      return statusCode === 204;
    });
    for (const { type, payload } of announcement.published.slice(from)) {
      await portal.hand({ queue: 'admission', id: randomUUID(), type, version: 1, payload });
    }
    await portal.settle();
    expect([(await portal.copy(one)).current_stage, await portal.acts.confirm(one)]).toEqual(['passed', 201]);
    await portal.settle();
    expect(await portal.seats.differences()).toEqual([]);
  });
});
