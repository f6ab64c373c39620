import { type ChecklistDocument, familyTodo, registrationTodo } from '../src/checklist.ts';
import { FAMILY_TASKS, familyTasks, type FamilyFacts } from '../src/family-tasks.ts';
import { missingOfProfile } from '../src/parents.ts';
import type { PaymentStatus } from '../src/registration-payments.ts';
import { missingDocument } from './checklist-document.ts';

const own = (parents = true, given = true, verified = true) => ({
  todo: familyTodo({ data: { child: true, parents, address: true }, phone: { given, verified } }),
});
const AKTA = missingDocument('Akta kelahiran', { status: 'returned', reason: 'Halaman kurang.' });
const RAPOR = missingDocument('Rapor');

interface Made {
  readonly id?: string;
  readonly child_id?: string;
  readonly payment_status?: PaymentStatus;
  readonly live?: boolean;
  readonly documents?: readonly ChecklistDocument[];
}
function registration({
  id = 'r',
  child_id = 'a',
  payment_status = 'verified',
  live = true,
  documents = [],
}: Made = {}) {
  const fee = { status: payment_status, amount: 350_000 };
  const todo = registrationTodo({ registration_id: id, child_id, live, fee, documents });
  return { id, child_id, child_name: `Anak ${child_id}`, payment_status, todo };
}
const DONE: FamilyFacts = {
  loginPhoneVerified: true,
  ...own(),
  children: [{ id: 'a', full_name: 'Anak a' }],
  registrations: [registration()],
};
const kinds = (facts: Partial<FamilyFacts>) => familyTasks({ ...DONE, ...facts }).map((task) => task.kind);
const having = (...made: readonly Made[]) => ({ registrations: made.map(registration) });

describe('what a family has to do', () => {
  test.each([
    ['everything is done', {}, []],
    ['the fee is being checked', having({ payment_status: 'paid' }), []],
    ['the fee is open', having({ payment_status: 'pending' }), ['fee_unpaid']],
    ['the proof was rejected', having({ payment_status: 'rejected' }), ['fee_rejected']],
    [
      'the child was not admitted',
      having({ payment_status: 'rejected', live: false, documents: [AKTA] }),
      [],
    ],
    ['the profile has gaps', own(false), ['profile_incomplete']],
    ['the contact phone is not verified', own(true, true, false), ['contact_unverified']],
    ['the login number is not proved', { loginPhoneVerified: false }, ['phone_unverified']],
    ['there is no contact phone to verify', own(true, false, false), []],
    ['only what is optional was never sent', having({ documents: [{ ...RAPOR, required: false }] }), []],
    ['what was sent waits', having({ documents: [missingDocument('Rapor', { status: 'uploaded' })] }), []],
    ['there is no child', { children: [], registrations: [] }, ['child_missing']],
    ['a child has no registration', { registrations: [] }, ['registration_missing']],
  ] as [string, Partial<FamilyFacts>, string[]][])(
    'when %s, then the tasks are as listed',
    (_when, facts, tasks) => {
      expect(kinds(facts)).toEqual(tasks);
    },
  );

  test('when all is open, then the most urgent comes first and each names what it is about', () => {
    const tasks = familyTasks({
      loginPhoneVerified: false,
      ...own(false, true, false),
      children: ['a', 'b', 'c'].map((id) => ({ id, full_name: `Anak ${id}` })),
      registrations: [
        registration({ id: 'r1', payment_status: 'pending', documents: [AKTA] }),
        registration({ id: 'r2', child_id: 'b', payment_status: 'rejected', documents: [RAPOR] }),
      ],
    });
    expect(tasks.map((task) => task.kind)).toEqual(FAMILY_TASKS.filter((kind) => kind !== 'child_missing'));
    expect(tasks[1]).toEqual({
      kind: 'fee_rejected',
      registration_id: 'r2',
      child_id: 'b',
      child_name: 'Anak b',
    });
    expect(tasks.at(-2)).toMatchObject({ child_id: 'c', child_name: 'Anak c', registration_id: null });
    expect(tasks.at(-1)).toMatchObject({ child_id: 'b', registration_id: 'r2', documents: ['Rapor'] });
  });

  test('when two registrations of a child ask for documents, then they are one task, of the newest that goes on', () => {
    const [newest, older] = [
      { id: 'r2', documents: [RAPOR] },
      { id: 'r1', documents: [RAPOR, AKTA] },
    ];
    const asking = (...made: readonly Made[]) =>
      familyTasks({ ...DONE, ...having(...made) }).map((task) => [task.registration_id, task.documents]);
    expect(asking(newest, older)).toEqual([['r2', ['Rapor']]]);
    expect(asking({ ...newest, live: false }, older)).toEqual([
      ['r1', ['Akta kelahiran']],
      ['r1', ['Rapor']],
    ]);
  });
});

describe('what a profile lacks', () => {
  const person = (who: string) =>
    Object.fromEntries(
      ['name', 'alive_status', 'ktp', 'education', 'job', 'phone', 'income'].map((field) => [
        `${who}_${field}`,
        'ada',
      ]),
    );
  const full = {
    ...person('father'),
    ...person('mother'),
    contact_phone: '+6281200000001',
    provinsi: 'a',
    kab_kota: 'b',
    kecamatan: 'c',
    kelurahan: 'd',
    address: 'e',
  };

  test('when every field is filled, then nothing is missing; when none is, then everything is', () => {
    expect(missingOfProfile(full)).toEqual({ father: [], mother: [], contact: [], address: [] });
    const empty = missingOfProfile({});
    expect([empty.father, empty.mother, empty.contact, empty.address].map((list) => list.length)).toEqual([
      7, 7, 1, 5,
    ]);
  });

  test.each(Object.keys(full))('when %s is null or empty, then exactly that is missing', (field) => {
    for (const value of [null, undefined, '']) {
      expect(Object.values(missingOfProfile({ ...full, [field]: value })).flat()).toEqual([field]);
    }
  });

  test('when a parent has died, then phone, job and income are not asked for', () => {
    const profile = {
      ...full,
      father_alive_status: 'MENINGGAL',
      father_phone: null,
      father_job: null,
      father_income: null,
    };
    expect(missingOfProfile(profile).father).toEqual([]);
    expect(missingOfProfile({ ...profile, father_ktp: null }).father).toEqual(['father_ktp']);
  });
});
