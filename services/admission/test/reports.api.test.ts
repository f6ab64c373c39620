import { getAdmissionReport, type AdmissionReport } from '@gerbang/contracts/reports';
import { verifyPayment } from '@gerbang/contracts/registration-payments';
import { deleteRegistration } from '@gerbang/contracts/registrations';
import { listStaffRegistrations } from '@gerbang/contracts/staff-registrations';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { addDays, yearBefore } from '@gerbang/domain/reports';
import { foldDays } from '../src/reports/registration-days.repository.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeRegistration, setState } from './families.ts';
import { inState } from './staff.ts';

describe('the report of admission', () => {
  let door: Door;
  let staff: Caller;
  const today = jakartaDay(new Date());
  beforeAll(async () => {
    door = await openDoor();
    staff = await door.caller('finance', 'Fina');
  });
  afterAll(() => door.close());

  let fresh = 0;
  /** The report; another span each time, because an answer is kept for a minute. */
  const report = async (query = ''): Promise<AdmissionReport> => {
    fresh += 1;
    const from = addDays(today, -fresh);
    const answer = await door.call(getAdmissionReport, staff, { query: `from=${from}&${query}` });
    expect(answer.statusCode).toBe(200);
    return answer.json();
  };
  const counts = ({ total }: AdmissionReport) =>
    Object.fromEntries(total.steps.map(({ key, count }) => [key, count]));
  const verify = (id: string, payment_status: string) =>
    door.call(verifyPayment, staff, { params: { id }, body: { payment_status } });

  test('when a fee is verified and undone, then it enters its step and leaves it, and the sums are those of the rows', async () => {
    const before = counts(await report());
    const { made } = await inState(door, 'paid');
    expect((await verify(made.id, 'verified')).statusCode).toBe(200);
    const verified = counts(await report());
    expect(verified).toEqual({
      ...before,
      registered: (before.registered ?? 0) + 1,
      verified: (before.verified ?? 0) + 1,
    });
    // What the funnel's bar says is what the list behind it counts.
    const list = await door.call(listStaffRegistrations, staff, { query: 'payment_status=verified&limit=1' });
    expect(Number(list.headers['x-total-count'])).toBe(verified.verified);
    expect((await verify(made.id, 'paid')).statusCode).toBe(200);
    expect(counts(await report())).toEqual({ ...verified, verified: before.verified });
    const booked = door.published.filter(({ type }) => type === 'fee.booked').map(({ payload }) => payload);
    expect(booked.slice(-2)).toMatchObject([
      { amount: made.payment_amount, jenjang: 'SD', booked_on: today },
      { amount: -made.payment_amount, booked_on: today, paid_on: today },
    ]);
  });

  test('when a family leaves, then it counts on its own, and no longer as accepted', async () => {
    const { made } = await inState(door, 'verified', 'passed');
    const before = await report();
    expect('withdrawn' in before).toBe(false);
    await setState(door, made.id, { current_stage: 'withdrawn' });
    const after = await report();
    expect(after.withdrawn).toBe(1);
    expect(counts(after)).toMatchObject({
      registered: counts(before).registered,
      accepted: (counts(before).accepted ?? 0) - 1,
    });
  });

  test('when a registration goes the whole way, then every step counts it, with the days since the step before', async () => {
    const { made } = await inState(door, 'paid', 'registered', {
      created_at: new Date(Date.now() - 3 * 86_400_000),
    });
    await verify(made.id, 'verified');
    await setState(door, made.id, { current_stage: 'obs_attended', observation_date: addDays(today, -2) });
    await setState(door, made.id, { current_stage: 'passed', accepted_at: new Date() });
    await setState(door, made.id, { re_enrolled_on: today });
    await setState(door, made.id, { fully_paid_on: today });
    const { total } = await report();
    expect(total.steps.map(({ key, count }) => [key, count > 0])).toEqual(
      total.steps.map(({ key }) => [key, true]),
    );
    expect(total.steps.find(({ key }) => key === 'accepted')).toMatchObject({ median_days: 2 });
  });

  test('when a registration is deleted later, then its day stays and the day of the deletion counts one less', async () => {
    const family = await door.caller();
    const made = await makeRegistration(door, family, { jenjang: 'KB', kelas: null });
    await door
      .db('registration_days')
      .where({ jenjang: 'KB' })
      .update({ day: addDays(today, -1) });
    expect((await door.call(deleteRegistration, family, { params: { id: made.id } })).statusCode).toBe(204);
    const { days, total } = await report('jenjang=KB');
    expect(days.at(-2)).toMatchObject({ day: addDays(today, -1), count: 1, total: 1 });
    expect(days.at(-1)).toMatchObject({ day: today, count: -1, total: 0 });
    expect(total.steps[0]).toMatchObject({ key: 'registered', count: 0, share: null });
  });

  test('when past days are folded, or the counts are filled from history once more, then no figure moves', async () => {
    await door
      .db('registration_days')
      .where({ jenjang: 'SD', day: today })
      .update({ day: addDays(today, -1) });
    const sums = async () =>
      (
        await door.db.raw(
          `select jenjang, payment_status, current_stage, sum(n)::int as n from registration_days
           group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3`,
        )
      ).rows;
    const before = await sums();
    await foldDays(door.database);
    expect(await sums()).toEqual(before);
    await door.db.raw('select fill_registration_days()');
    expect(await sums()).toEqual(before);
    const live = await door.db.raw(
      `select jenjang, payment_status, current_stage, count(*)::int as n from registrations
       where deleted_at is null group by 1, 2, 3 order by 1, 2, 3`,
    );
    expect(await sums()).toEqual(live.rows);
  });

  test('when a year ago there were registrations, then each day stands beside the same day of that year', async () => {
    const day = addDays(today, -1);
    await door.db('registration_days').insert({
      day: yearBefore(day),
      academic_year: '2024/2025',
      jenjang: 'SMP',
      payment_status: 'pending',
      current_stage: 'registered',
      re_enrolment: 'none',
      n: 4,
    });
    const { days, levels } = await report('jenjang=SMP&academic_year=2025/2026');
    expect(days.find((one) => one.day === day)).toMatchObject({ count: 0, before: 4, before_total: 4 });
    expect(levels).toEqual([]);
  });

  test('when the answer is kept, then it is the same for a minute, with a tag by which a browser asks for 304', async () => {
    const first = await door.call(getAdmissionReport, staff, { query: 'jenjang=TK' });
    await makeRegistration(door, await door.caller(), { jenjang: 'TK', kelas: 'TK A' });
    const second = await door.call(getAdmissionReport, staff, { query: 'jenjang=TK' });
    expect(second.body).toBe(first.body);
    const { etag } = first.headers;
    const known = await door.call(getAdmissionReport, staff, {
      query: 'jenjang=TK',
      headers: { 'if-none-match': String(etag) },
    });
    expect([known.statusCode, known.body]).toEqual([304, '']);
  });

  test.each([
    'from=2026-13-01',
    'to=9999-12-31',
    'from=2000-01-01',
    'from=2021-01-01&to=2020-01-01',
    'jenjang=SMA',
    'academic_year=2026',
    'unknown=1',
  ])('when the filter %s does not fit, then 400', async (query) => {
    expect((await door.call(getAdmissionReport, staff, { query })).statusCode).toBe(400);
  });

  test('when a large school is asked about, then an index of the days gives the sums', async () => {
    const plan = await door.db.transaction(async (trx) => {
      await trx.raw('set local enable_seqscan = off; set local enable_bitmapscan = off');
      const { rows } = await trx.raw(
        `explain select jenjang, sum(n) from registration_days
         where academic_year = '2026/2027' and day between '2026-07-01' and '2026-12-01' group by 1`,
      );
      return (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain('registration_days_by_year');
  });
});
