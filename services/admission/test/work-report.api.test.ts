import { runs } from '@gerbang/domain/testing/runs';
import { verifyPayment } from '@gerbang/contracts/registration-payments';
import { admissionWork, type WorkPart } from '@gerbang/contracts/work-report';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { addDays, startOf } from '@gerbang/domain/reports';
import { ROLES } from '@gerbang/domain/roles';
import { hoursWithin } from '@gerbang/service-kit/testing/percentiles';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { type Caller, type Door, openDoor } from './door.ts';
import { inState } from './staff.ts';

const today = jakartaDay(new Date());

describe('admission’s part of the report of work', () => {
  let door: Door;
  let head: Caller;
  beforeAll(async () => {
    door = await openDoor();
    head = await door.caller('manager_pendidikan', 'Hendra');
  });
  afterAll(() => door.close());

  let fresh = 0;
  /** The part from long ago on; another span each time, because an answer is kept for a minute. */
  const part = async (who: Caller = head, more = ''): Promise<WorkPart['kinds'][number]> => {
    fresh += 1;
    const query = `from=${addDays(today, -90 - fresh)}&to=${today}${more}`;
    const answer = await door.call(admissionWork, who, { query });
    expect(answer.statusCode).toBe(200);
    const [kind] = (answer.json() as WorkPart).kinds;
    return kind!;
  };

  test('when a proof is verified, then its wait, the role and only the caller’s own figure are counted', async () => {
    const finance = await door.caller('finance', 'Fina');
    const admin = await door.caller('admin', 'Ana');
    const before = await part(admin);
    const { made } = await inState(door, 'paid');
    await door
      .db('registrations')
      .where({ id: made.id })
      .update({ payment_since: new Date('2026-01-01T00:00:00Z') });
    await door.db('registration_payment_events').insert({
      id: uuidv7(),
      registration_id: made.id,
      from_status: 'pending',
      to_status: 'paid',
      cause: 'parent',
      actor_id: head.id,
      actor_role: 'wali_murid',
      at: new Date(Date.now() - 3 * 3_600_000),
    });
    expect((await part(admin)).oldest_at).toBe('2026-01-01T00:00:00.000Z');
    const verify = (who: Caller, payment_status: string) =>
      door.call(verifyPayment, who, { params: { id: made.id }, body: { payment_status } });
    expect((await verify(admin, 'verified')).statusCode).toBe(200);
    const mine = await part(admin);
    expect(mine).toMatchObject({ own: before.own + 1, oldest_at: before.oldest_at });
    expect(mine.total.count).toBe(before.total.count + 1);
    expect(mine.roles).toContainEqual({ role: 'admin', count: before.own + 1 });
    expect((await part(head)).own).toBe(0);
    // Taken back and decided once more: that is work again, and waited from the taking back on.
    expect((await verify(admin, 'paid')).statusCode).toBe(200);
    expect((await verify(finance, 'verified')).statusCode).toBe(200);
    const after = await part(admin);
    expect([after.total.count, after.own]).toEqual([before.total.count + 2, before.own + 1]);
    expect(JSON.stringify(after)).not.toMatch(/Ana|Fina|actor/u);
  });

  test('whatever waited how long: counts, medians and ninetieth percentiles are those of a list one by one', async () => {
    const row = fc.record({
      ago: fc.integer({ min: 0, max: 80 }),
      waited: fc.integer({ min: 0, max: 9000 }),
      academic_year: fc.constantFrom('2030/2031', '2031/2032'),
      jenjang: fc.constantFrom('TK', 'SMP'),
      actor_role: fc.constantFrom('finance', 'admin'),
    });
    const rows: (typeof row extends fc.Arbitrary<infer R> ? R : never)[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), async (more) => {
        rows.push(...more);
        await door.db('handled_work').insert(
          more.map(({ ago, ...one }) => ({
            ...one,
            day: addDays(today, -ago),
            kind: 'proof',
            actor_id: head.id,
          })),
        );
        const seen = await part(head, '&academic_year=2030/2031&jenjang=SMP');
        const mine = rows.filter((one) => one.academic_year === '2030/2031' && one.jenjang === 'SMP');
        const figures = (of: typeof rows) => ({
          count: of.length,
          median_hours: hoursWithin(
            of.map(({ waited }) => waited),
            0.5,
          ),
          p90_hours: hoursWithin(
            of.map(({ waited }) => waited),
            0.9,
          ),
        });
        expect(seen.total).toEqual(figures(mine));
        expect(seen.own).toBe(mine.length);
        for (const { start, ...week } of seen.weeks)
          expect(week).toEqual(
            figures(mine.filter(({ ago }) => startOf('week', addDays(today, -ago)) === start)),
          );
        for (const { role, count } of seen.roles)
          expect(count).toBe(mine.filter(({ actor_role }) => actor_role === role).length);
      }),
      { numRuns: runs(200) },
    );
  });

  test.each(ROLES)('when %s calls it, then only the roles of the report get it', async (role) => {
    const allowed = ['manager_pendidikan', 'admin', 'it'].includes(role);
    const answer = await door.call(admissionWork, await door.caller(role, 'Orang'));
    expect(answer.statusCode).toBe(allowed ? 200 : 403);
  });

  test('when a busy school is asked about, then indexes give the figures', async () => {
    const plan = await door.db.transaction(async (trx) => {
      await trx.raw('set local enable_seqscan = off; set local enable_bitmapscan = off');
      const plans: string[] = [];
      for (const sql of [
        `select kind, percentile_cont(0.5) within group (order by waited) from handled_work
           where day between '2026-07-01' and '2026-12-01' group by 1`,
        `select kind, count(*) from handled_work
           where actor_id = '${head.id}' and day between '2026-07-01' and '2026-12-01' group by 1`,
        `select payment_since from registrations where payment_status = 'paid' and deleted_at is null
           order by payment_since, id limit 1`,
      ]) {
        const { rows } = await trx.raw(`explain ${sql}`);
        plans.push((rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n'));
      }
      return plans;
    });
    expect(plan[0]).toContain('handled_work_by_day');
    expect(plan[1]).toContain('handled_work_by_actor');
    expect(plan[2]).toContain('registrations_by_wait');
  });
});
