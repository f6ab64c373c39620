import { closeYear, type AcademicYear, listYears } from '@gerbang/contracts/academic-years';
import { endpoints } from '@gerbang/contracts/all';
import { extendOffer } from '@gerbang/contracts/offers';
import { planSlots } from '@gerbang/contracts/observation-slots';
import { payRegistration } from '@gerbang/contracts/registration-payments';
import { changeStage } from '@gerbang/contracts/registration-stages';
import { createRegistration } from '@gerbang/contracts/registrations';
import { createSeatPool, updateSeatPool } from '@gerbang/contracts/seat-pools';
import { confirmPriority } from '@gerbang/contracts/waitlists';
import { confirmWaveFee, createWave, updateWave } from '@gerbang/contracts/waves';
import { makeChild, proofForm, registrationForm, upload } from './families.ts';
import type { Applicant } from './seats-world.ts';
import { SEAT_YEAR } from './seats-world.ts';
import { at, DAY, openSlotsWorld, type SlotsWorld } from './slots-world.ts';
import { makeWave } from './waves.ts';

/** A new row of a closed year, as of a year that is not open. */
const NOT_OPEN = '422 academic_year';
/** Another state of a row of it. */
const READ_ONLY = '409 year_closed';

/** The calls that a closed year refuses, with what they answer. */
const REFUSED = {
  C08: NOT_OPEN,
  C13: READ_ONLY,
  C17: READ_ONLY,
  J06: NOT_OPEN,
  J07: NOT_OPEN,
  J08: READ_ONLY,
  K02: NOT_OPEN,
  K03: READ_ONLY,
  K06: NOT_OPEN,
  K07: READ_ONLY,
  K11: READ_ONLY,
  K12: READ_ONLY,
  K18: READ_ONLY,
  K20: READ_ONLY,
} as const;

/** Why the others write all the same. */
const GO_ON = {
  'they are of no year':
    'B03 B08 B09 B11 B14 C02 C04 C05 C06 S02 S03 S04 S07 U22 S09 S10 S11 S14 J20 J15 J19 J22 D15 D13 H02 I03 I05 I06 I07 I10 R16',
  'they change the years themselves, or ask about the next one': 'Y02 Y03 Y05 Y17 Y06 Y07 Y08 Y11',
  'a file belongs to no record yet': 'C14 C20 D02',
  'documents are the child’s, and go on to its next year': 'D03 D08 D09 D10 D11 Y14 Y16',
  'they go by the same rule as the family’s own call': 'C31 C18 H09 I08 I21 I23 I24 I25 I26 I27 I28 I29',
  'they undo or decide what was there: money, and what a family was told': 'C19 L13 L22',
  'a family and its registration stay right for ever': 'C10 C30 L02 L04 L05 L07',
  'no registration waits for its observation when a year is closed': 'J02 J03 J10 J12 J13 J21 J17',
  'they end what is there': 'C11 J09 K04 K08 K13 K15 K16 K17 K21 U02 U03 U04 U05 U21',
} as const;

describe('a closed year', () => {
  let world: SlotsWorld;
  beforeAll(async () => {
    world = await openSlotsWorld();
  });
  afterAll(() => world.close());

  const writes = endpoints
    .filter(({ service, method }) => service === 'admission' && method !== 'GET')
    .map(({ id }) => id);

  test('when a call writes, then it is refused in a closed year, or says why it goes on', () => {
    const named = [...Object.keys(REFUSED), ...Object.values(GO_ON).flatMap((ids) => ids.split(' '))];
    expect(named.toSorted()).toEqual(writes.toSorted());
  });

  test('when a year is closed, then each call that would write into it is refused', async () => {
    const { door, manager, desk } = world;
    const admin = await door.caller('admin', 'Ani');
    const pool = await world.pool();
    const [held] = (await world.applicants(1)) as [Applicant];
    await world.publish([[held, 'passed']]);
    const [unpaid] = (await world.registered(1)) as [Applicant];
    await door.db('registrations').where({ id: unpaid.id }).update({
      payment_status: 'pending',
      payment_verified_at: null,
      payment_verified_by: null,
      payment_verified_by_role: null,
      payment_evidence_file_id: null,
    });
    const slot = await world.slot();
    const wave = await makeWave(door, manager, { jenjang: 'TK', fee_override: 400_000 });
    const child = await makeChild(door, unpaid.family);
    const link = await upload(door, unpaid.family);
    const label = '2026-2027';
    for (const caller of [admin, manager]) {
      const years = (await door.call(listYears, manager)).json() as AcademicYear[];
      const version = years.find((one) => one.label === SEAT_YEAR)?.version;
      const body = { choices: { unpaid: 'move', accepted: 'wait' }, version };
      expect((await door.call(closeYear, caller, { params: { label }, body })).statusCode).toBe(202);
    }
    const offer = await world.held(held);
    const year = { academic_year: SEAT_YEAR };
    const calls: Record<
      keyof typeof REFUSED,
      () => Promise<{ statusCode: number; json: () => { code?: string } }>
    > = {
      C08: () => door.call(createRegistration, unpaid.family, { body: registrationForm(child.id) }),
      C13: () =>
        door.call(payRegistration, unpaid.family, { params: { id: unpaid.id }, body: proofForm(link) }),
      C17: () =>
        door.call(changeStage, desk, {
          params: { id: held.id },
          body: { current_stage: 'waiting_announcement' },
        }),
      J06: () => world.make([world.wanted({ place: 'Aula' })]),
      J07: () =>
        door.call(planSlots, desk, {
          body: {
            ...year,
            jenjang: 'SD',
            days: [DAY],
            from: '08:00',
            to: '12:00',
            minutes: 45,
            gap: 15,
            places: ['Aula'],
            assessors: [],
            capacity: 2,
          },
        }),
      J08: () => world.change(slot, { capacity: 5 }),
      K02: () =>
        door.call(createWave, manager, {
          body: {
            ...year,
            jenjang: 'SD',
            name: 'Gelombang 2',
            opens_at: at(DAY, '08:00'),
            closes_at: at(DAY, '16:00'),
          },
        }),
      K03: () =>
        door.call(updateWave, manager, {
          params: { id: wave.id },
          body: { name: 'Lain', version: wave.version },
        }),
      K06: () =>
        door.call(createSeatPool, manager, {
          body: { ...year, jenjang: 'SD', kelas: '2', seats: 1, offer_limit: 1, criteria: ['registered_at'] },
        }),
      K07: async () => {
        const { seats, offer_limit, version } = await world.figures(pool.id);
        const fields = { answer_days: 5, auto_offer: false, offers_until: null, list_max: null };
        return door.call(updateSeatPool, manager, {
          params: { id: pool.id },
          body: { ...fields, seats, offer_limit, criteria: pool.criteria, version },
        });
      },
      K11: () => world.offer(pool.id, { count: 1 }),
      K12: () =>
        door.call(extendOffer, manager, {
          params: { id: offer.id },
          body: { answer_until: '2027-03-01', reason: 'Menunggu kabar', version: offer.version },
        }),
      K18: () =>
        door.call(confirmPriority, manager, {
          params: { id: held.id },
          body: { kind: 'sibling', confirmed: true, note: 'Kakak' },
        }),
      K20: async () =>
        door.call(confirmWaveFee, admin, {
          params: { id: wave.id },
          body: { confirm: true, version: wave.version },
        }),
    };
    const answered: Record<string, string> = {};
    for (const [id, call] of Object.entries(calls)) {
      const answer = await call();
      answered[id] = `${answer.statusCode} ${answer.json().code ?? ''}`;
    }
    expect(answered).toEqual(REFUSED);
  });
});
