import { type FamilyNow, familySteps } from '../src/family-steps.ts';

const NOBODY = { registration_id: null, child_id: null, child_name: null } as const;
const ROW = {
  id: 'r1',
  child: { full_name: 'Muhammad Zaidan', nick_name: 'Zaidan' },
  current_stage: 'registered',
  payment_amount: 550_000,
  rejection_reason: 'Buram',
} as const;
const PAYMENT = {
  invoice_id: 'i1',
  installment_name: 'Tahap 1',
  child_name: 'Zaidan',
  due_date: '2026-11-27',
  remaining: 12_000_000,
  status: 'pending',
} as const;
const task = (kind: FamilyNow['tasks'][number]['kind']) =>
  kind.startsWith('fee')
    ? { kind, registration_id: 'r1', child_id: 'c1', child_name: 'Muhammad Zaidan' }
    : { kind, ...NOBODY };
const now = (changes: Partial<FamilyNow>): FamilyNow => ({
  today: '2026-11-22',
  tasks: [],
  registrations: [ROW],
  observations: [],
  payment: null,
  toConfirm: [],
  ...changes,
});
const kinds = (changes: Partial<FamilyNow>) => familySteps(now(changes)).steps.map(({ kind }) => kind);

const OBSERVATION = { registration_id: 'r2', day: '2026-11-25', time: '08:00', place: null };
const ALL: Partial<FamilyNow> = {
  tasks: [task('profile_incomplete'), task('fee_unpaid'), task('fee_rejected')],
  registrations: [ROW, { ...ROW, id: 'r2', current_stage: 'obs_scheduled' }],
  observations: [OBSERVATION],
  payment: PAYMENT,
  toConfirm: [{ registration_id: 'r3', child_name: 'Khalisa', declined: false }],
};

test('when everything is open, then a rejected proof comes first, then the deadline, and the profile last', () => {
  expect(kinds(ALL)).toEqual([
    'fee_rejected',
    'invoice_due',
    'confirm',
    'observation',
    'fee_unpaid',
    'profile_incomplete',
  ]);
});

test('when the seat of an accepted child is held until a time, then its confirmation has that day, and earlier ones come first', () => {
  const one = { registration_id: 'r3', child_name: 'Khalisa', declined: false };
  const { steps } = familySteps(
    now({
      toConfirm: [
        { ...one, registration_id: 'r5' },
        { ...one, answer_until: '2026-11-30T13:00:00.000Z' },
        { ...one, registration_id: 'r4', answer_until: '2026-11-27T13:00:00.000Z' },
      ],
    }),
  );
  expect(steps.map(({ registration_id, day }) => [registration_id, day])).toEqual([
    ['r4', '2026-11-27'],
    ['r3', '2026-11-30'],
    ['r5', null],
  ]);
});

test('when a step is about a registration, then it has its call name, its amount and the reason of a rejection', () => {
  const [step] = familySteps(now({ tasks: [task('fee_rejected')] })).steps;
  expect(step).toMatchObject({ child: 'Zaidan', amount: 550_000, reason: 'Buram', registration_id: 'r1' });
  const [unpaid] = familySteps(now({ tasks: [task('fee_unpaid')] })).steps;
  expect(unpaid?.reason).toBeNull();
});

test.each([
  ['2026-11-22', 'invoice_due'],
  ['2026-11-29', 'invoice_due'],
  ['2026-11-01', 'invoice_due'],
] as const)('when an invoice is due on %s, within a week or before, then it is a step', (due_date, kind) => {
  expect(kinds({ payment: { ...PAYMENT, due_date } })).toEqual([kind]);
});

test('when an invoice is due later, then it is no step but the next date; rejected it is one at once', () => {
  const later = { ...PAYMENT, due_date: '2026-11-30' };
  expect(familySteps(now({ payment: later }))).toEqual({ steps: [], later });
  expect(kinds({ payment: { ...later, status: 'payment_rejected' } })).toEqual(['invoice_rejected']);
});

test.each([
  ['yesterday', { ...OBSERVATION, day: '2026-11-21' }, 'obs_scheduled', []],
  ['today', { ...OBSERVATION, day: '2026-11-22' }, 'obs_scheduled', ['observation']],
  ['over, as the school says', OBSERVATION, 'waiting_announcement', []],
] as const)(
  'when an observation is %s, then it is a step only while it lies ahead',
  (_when, observation, current_stage, found) => {
    const registrations = [{ ...ROW, id: 'r2', current_stage }];
    expect(kinds({ observations: [observation], registrations })).toEqual(found);
  },
);

test('when there is nothing to do, then there is no step', () => {
  expect(familySteps(now({}))).toEqual({ steps: [], later: null });
});
