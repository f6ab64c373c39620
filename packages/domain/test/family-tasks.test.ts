import { FAMILY_TASKS, familyTasks, type FamilyFacts } from '../src/family-tasks.ts';
import { missingOfProfile } from '../src/parents.ts';

const DONE: FamilyFacts = {
  loginPhoneVerified: true,
  profileMissing: 0,
  contactPhone: '+6281200000001',
  contactPhoneVerified: true,
  children: [{ id: 'a', full_name: 'Aisyah' }],
  registrations: [
    { id: 'r', child_id: 'a', child_name: 'Aisyah', payment_status: 'verified', current_stage: 'registered' },
  ],
};
const [REGISTRATION] = DONE.registrations;
const kinds = (facts: Partial<FamilyFacts>) => familyTasks({ ...DONE, ...facts }).map((task) => task.kind);
const fee = (change: object) =>
  REGISTRATION ? { registrations: [{ ...REGISTRATION, ...change }] } : { registrations: [] };

describe('what a family has to do', () => {
  test.each([
    ['everything is done', {}, []],
    ['the fee is being checked', fee({ payment_status: 'paid' }), []],
    ['the fee is open', fee({ payment_status: 'pending' }), ['fee_unpaid']],
    ['the proof was rejected', fee({ payment_status: 'rejected' }), ['fee_rejected']],
    ['the child was not admitted', fee({ payment_status: 'rejected', current_stage: 'failed' }), []],
    ['the profile has gaps', { profileMissing: 3 }, ['profile_incomplete']],
    ['the contact phone is not verified', { contactPhoneVerified: false }, ['contact_unverified']],
    ['the login number is not proved', { loginPhoneVerified: false }, ['phone_unverified']],
    ['there is no contact phone to verify', { contactPhone: null, contactPhoneVerified: false }, []],
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
      profileMissing: 1,
      contactPhone: '+6281200000001',
      contactPhoneVerified: false,
      children: ['a', 'b', 'c'].map((id) => ({ id, full_name: `Anak ${id}` })),
      registrations: [
        {
          id: 'r1',
          child_id: 'a',
          child_name: 'Anak a',
          payment_status: 'pending',
          current_stage: 'registered',
          documents: { returned: ['Akta kelahiran'], missing: [] },
        },
        {
          id: 'r2',
          child_id: 'b',
          child_name: 'Anak b',
          payment_status: 'rejected',
          current_stage: 'registered',
          documents: { returned: [], missing: ['Rapor'] },
        },
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

  test('when two registrations of a child ask for documents, then they are one task; none where nothing is asked', () => {
    const documents = { returned: [], missing: ['Rapor'] };
    const two = ['r1', 'r2'].map((id) => ({ ...REGISTRATION, id, documents })) as never;
    expect(kinds({ registrations: two })).toEqual(['document_missing']);
    expect(kinds(fee({ documents, current_stage: 'failed' }))).toEqual([]);
    expect(kinds(fee({ documents: { returned: [], missing: [] } }))).toEqual([]);
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
