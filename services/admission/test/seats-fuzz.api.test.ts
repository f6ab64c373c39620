import { runs } from '@gerbang/domain/testing/runs';
import { listOffers } from '@gerbang/contracts/offers';
import { readSeats } from '@gerbang/contracts/seat-pools';
import { listWaves } from '@gerbang/contracts/waves';
import { anyFields, anyQuery, anyValue, expectOneShape } from '@gerbang/service-kit/testing/any-input';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import type { Caller } from './door.ts';
import { type Applicant, openSeats, SEAT_YEAR, type Seats } from './seats-world.ts';

const VALUE = anyValue('deadline', 'sibling', 'registered_at', SEAT_YEAR, '2027-02-15');
const POOL = ['seats', 'offer_limit', 'answer_days', 'auto_offer', 'offers_until', 'criteria', 'list_max'];
const WAVE = ['name', 'opens_at', 'closes_at', 'applicants_max', 'fee_override', 'payment_period', 'note'];
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  K02: ['academic_year', 'jenjang', ...WAVE, '__proto__'],
  K03: [...WAVE, 'cancelled', 'version', '__proto__'],
  K20: ['confirm', 'version'],
  K06: ['academic_year', 'jenjang', 'kelas', ...POOL, '__proto__'],
  K07: [...POOL, 'reason', 'version', '__proto__'],
  K11: ['count', 'entry_id', 'reason', '__proto__'],
  K12: ['answer_until', 'reason', 'version'],
  K13: ['reason', 'version'],
  K15: ['reason_code', 'reason_text', '__proto__'],
  K18: ['kind', 'confirmed', 'note', '__proto__'],
  K21: ['reason', 'version'],
};
const QUERY = [
  'academic_year',
  'jenjang',
  'status',
  'pool',
  'due_before',
  'search',
  'sort',
  'limit',
  'cursor',
];

describe('any input at the calls about waves, seats and lists', () => {
  let world: Seats;
  let admin: Caller;
  let poolId: string;
  let holder: Applicant;
  let waiting: Applicant;
  const reason = 'Rapat yayasan';
  const pool = {
    seats: 5,
    offer_limit: 5,
    answer_days: 7,
    auto_offer: false,
    offers_until: null,
    list_max: null,
  };
  const criteria = ['sibling', 'registered_at'];
  const wave = { name: 'Gelombang 1', opens_at: '2029-01-01T00:00:00Z', closes_at: '2029-02-01T00:00:00Z' };
  const bases: Record<string, () => Promise<Record<string, unknown>>> = {
    K02: async () => ({ academic_year: SEAT_YEAR, jenjang: 'KB', ...wave }),
    K03: async () => ({ ...wave, version: 1 }),
    K20: async () => ({ confirm: true, version: 1 }),
    K06: async () => ({ academic_year: SEAT_YEAR, jenjang: 'SD', kelas: '2', criteria, ...pool }),
    K07: async () => ({ ...pool, criteria, version: (await world.figures(poolId)).version }),
    K11: async () => ({ count: 1 }),
    K12: async () => ({ answer_until: '2027-02-15', reason, version: (await world.held(holder)).version }),
    K13: async () => ({ reason, version: (await world.held(holder)).version }),
    K15: async () => ({ reason_code: 'cost' }),
    K18: async () => ({ kind: 'sibling', confirmed: true }),
    K21: async () => ({ reason, version: (await world.figures(poolId)).version }),
  };
  beforeEach(async () => {
    world = await openSeats();
    admin = await world.door.caller('admin', 'Adi');
    poolId = (await world.pool({ seats: 5, offer_limit: 5 })).id;
    [holder, waiting] = (await world.applicants(2)) as [Applicant, Applicant];
    const others = await world.applicants(4);
    await world.publish([
      [holder, 'passed'],
      [waiting, 'waitlisted'],
      ...others.map((one) => [one, 'waitlisted'] as const),
    ]);
  });
  afterEach(() => world.close());

  /** What the path of a call names: always something that is there. */
  async function subjectOf(call: string): Promise<{ readonly id: string; readonly caller: Caller }> {
    if (call === 'K15') return { id: holder.id, caller: holder.family };
    if (call === 'K18') return { id: waiting.id, caller: admin };
    if (call === 'K12' || call === 'K13') return { id: (await world.held(holder)).id, caller: admin };
    if (call !== 'K03' && call !== 'K20') return { id: poolId, caller: admin };
    const made = await world.door.call('K02', admin, { body: await bases.K02?.() });
    const first = await world.door.db('admission_waves').first('id');
    return { id: made.statusCode === 201 ? made.json().id : first.id, caller: admin };
  }

  test.each(Object.keys(FIELDS))(
    'when %s is given anything, then it is never a 5xx, always the one shape, and seats and lists fit',
    async (call) => {
      await fc.assert(
        fc.asyncProperty(anyFields(FIELDS[call] ?? [], VALUE), async (entries) => {
          const { id, caller } = await subjectOf(call);
          const body = { ...(await bases[call]?.()), ...Object.fromEntries(entries) };
          const headers = { 'idempotency-key': uuidv7() };
          expectOneShape(await world.door.call(call, caller, { params: { id }, body, headers }), body);
        }),
        { numRuns: runs(120) },
      );
      expect(await world.differences()).toEqual([]);
    },
  );

  test('when the query of a list is anything, then it is never a 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(anyQuery(QUERY, 'offer'), async (query) => {
        for (const call of [listWaves, readSeats, listOffers])
          expectOneShape(await world.door.call(call, admin, { query }), [call, query]);
      }),
      { numRuns: runs(120) },
    );
  });

  test('when a path names anything, then it is refused in the one shape', async () => {
    const paths = ['K04', 'K08', 'K09', 'K10', 'K14', 'K16', 'K17'];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), VALUE, async (call, value) => {
        const caller = call === 'K14' || call === 'K16' || call === 'K17' ? holder.family : admin;
        const id = encodeURIComponent((JSON.stringify(value) ?? '').slice(0, 200).toWellFormed());
        const answer = await world.door.call(call, caller, { params: { id } });
        expect(answer.statusCode).toBeGreaterThanOrEqual(400);
        expectOneShape(answer, [call, value]);
      }),
      { numRuns: runs(200) },
    );
  });
});
