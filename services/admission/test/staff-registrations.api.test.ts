import { listStaffStageHistory } from '@gerbang/contracts/registration-stages';
import {
  getStaffRegistration,
  listStaffRegistrations,
  summarizeStaffRegistrations,
} from '@gerbang/contracts/staff-registrations';
import { deleteRegistration, updateRegistration } from '@gerbang/contracts/registrations';
import { payRegistration, verifyPayment } from '@gerbang/contracts/registration-payments';
import { updateParent } from '@gerbang/contracts/parents';
import { updateChild } from '@gerbang/contracts/children';
import { STAFF_ROLES } from '@gerbang/domain/roles';
import { foldCounts } from '../src/registration-record/registration-counts.repository.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import {
  makeChild,
  makeRegistration,
  proofForm,
  setState,
  someNik,
  upload,
  writeOldNames,
} from './families.ts';
import { inState, record } from './staff.ts';

interface Row {
  id: string;
  child: { full_name: string };
  payment_status: string;
  paid_by?: string;
  current_stage: string;
}

describe('monitoring registrations', () => {
  let door: Door;
  let staff: Caller;
  const ids: Record<string, string> = {};

  /** Aisyah (SD, paid), Fatih (KB, open), Zaki O'Neil 100% (TK, verified and scheduled), Ümit (SMP, rejected). */
  beforeAll(async () => {
    door = await openDoor();
    staff = await door.caller('staff_tu');
    const family = async (name: string, level: Record<string, unknown>, profile: Record<string, unknown>) => {
      const caller = await door.caller();
      const child = await makeChild(door, caller, {
        nick_name: 'Nanda',
        nik: someNik(),
        kk_number: '9912341234567890',
      });
      await writeOldNames(door, child, { full_name: name });
      await door.call(updateParent, caller, { body: profile });
      const made = await makeRegistration(door, caller, level, child);
      ids[name] = made.id;
      return { caller, made };
    };
    const aisyah = await family(
      'Aisyah Putri',
      {},
      {
        father_name: 'Ahmad Ramadhani',
        father_ktp: '9912341203880001',
        father_income: '10.000.000 - 20.000.000',
        mother_phone: '021-5550123',
        contact_phone: '0812-3456-7890',
      },
    );
    await door.call(payRegistration, aisyah.caller, {
      params: { id: aisyah.made.id },
      body: proofForm(await upload(door, aisyah.caller)),
    });
    await family('Fatih', { jenjang: 'KB', kelas: null }, { mother_name: 'Siti Nurhaliza' });
    const zaki = await family("Zaki O'Neil 100%_a\\b", { jenjang: 'TK', kelas: 'TK A' }, {});
    const file = (await door.db('registrations').where({ id: aisyah.made.id }).first())
      .payment_evidence_file_id;
    await setState(door, zaki.made.id, {
      payment_status: 'verified',
      payment_evidence_file_id: file,
      current_stage: 'obs_scheduled',
      observation_date: '2026-12-07',
    });
    const umit = await family('Ümit', { jenjang: 'SMP', kelas: '7', academic_year: '2027/2028' }, {});
    await setState(door, umit.made.id, { payment_status: 'rejected' });
    const gone = await family('Pergi Jauh', { jenjang: 'SD', kelas: '2' }, {});
    await door.call(deleteRegistration, gone.caller, { params: { id: gone.made.id } });
  });
  afterAll(() => door.close());

  const list = (query = '', who = staff) => door.call(listStaffRegistrations, who, { query });
  const names = async (query: string) =>
    (await list(query)).json().map((row: Row) => row.child.full_name.split(' ')[0]);
  const search = (text: string) => names(`limit=50&search=${encodeURIComponent(text)}`);

  test('when staff list, then every family’s live registrations come newest first, without any personal number', async () => {
    for (const query of ['', 'limit=10']) {
      const answer = await list(query);
      expect(answer.statusCode).toBe(200);
      expect(answer.json().map((row: Row) => row.child.full_name)).toEqual([
        'Ümit',
        "Zaki O'Neil 100%_a\\b",
        'Fatih',
        'Aisyah Putri',
      ]);
      expect(answer.body).not.toMatch(/nik"|kk_number|ktp|income|bank_|nisn|evidence|99123412/u);
    }
    const ways = (await list()).json().map((row: Row) => [row.child.full_name, row.paid_by]);
    expect(Object.fromEntries(ways)).toEqual({
      Ümit: undefined,
      Fatih: undefined,
      'Aisyah Putri': undefined,
      "Zaki O'Neil 100%_a\\b": 'transfer',
    });
    expect((await list('limit=10')).json().at(-1)).toEqual({
      id: ids['Aisyah Putri'],
      version: 2,
      child: { full_name: 'Aisyah Putri', nick_name: 'Nanda', gender: null },
      parent: {
        father_name: 'Ahmad Ramadhani',
        mother_name: null,
        contact_phone: '+6281234567890',
        name_from_account: null,
        phone_from_account: null,
      },
      registration_number: 'PSB-2026-SD-00001',
      jenjang: 'SD',
      kelas: '1',
      academic_year: '2026/2027',
      payment_status: 'paid',
      proof_alert: false,
      current_stage: 'registered',
      payment_amount: 550_000,
      has_proof: true,
      payment_since: expect.any(String),
      nik_duplicate: false,
      same_child: false,
      observation_date: null,
      documents: { done: 0, of: 3 },
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  test.each([
    ['a child’s name', 'aisyah', ['Aisyah']],
    ['a piece of a name', 'SYA', ['Aisyah']],
    ['a nickname', 'nanda', ['Ümit', 'Zaki', 'Fatih', 'Aisyah']],
    ['a father', 'ramadhani', ['Aisyah']],
    ['a mother', 'Nurhaliza', ['Fatih']],
    ['words of child and parent in any order', 'ahmad putri', ['Aisyah']],
    ['words that do not belong together', 'fatih ahmad', []],
    ['a level', 'KB', ['Fatih']],
    ['a level in small letters with blanks', ' smp ', ['Ümit']],
    ['a level with its class', 'tk a', ['Zaki']],
    ['a number', 'psb-2026-tk-00001', ['Zaki']],
    ['a phone as written', '0812-3456-7890', ['Aisyah']],
    ['a phone as stored', '+6281234567890', ['Aisyah']],
    ['a phone with 62', '62 812 3456 7890', ['Aisyah']],
    ['a phone with 0062', '00628123456', ['Aisyah']],
    ['a piece of a phone', '34567', ['Aisyah']],
    ['a house’s line', '(021) 5550123', ['Aisyah']],
    ['blanks', '   ', ['Ümit', 'Zaki', 'Fatih', 'Aisyah']],
    ['an apostrophe', "O'Neil", ['Zaki']],
    ['a name that only begins like one', 'aisyahra', []],
    ['a phone that only ends like one', '0899-3456-7890', []],
    ['a phone that only ends like one, as digits', '089934567890', []],
    ['a number of another level', 'psb-2026-sd-00002', []],
    ['the end of a number', 'tk-00001', ['Zaki']],
    ['a number and a name', 'aisyah 00001', ['Aisyah']],
  ])('when %s is searched, then it is found', async (_what, text, found) => {
    expect(await search(text)).toEqual(found);
  });

  test.each([
    ['%', ['Zaki']],
    ['_', ['Zaki']],
    ['\\', ['Zaki']],
    ['100%', ['Zaki']],
    ['%%%', []],
    ["' or 1=1 --", []],
    ["'; drop table registrations; --", []],
    ['*', []],
    ['(.*)+$', []],
    ['"', []],
    ['\u202e', []],
    ['a '.repeat(50), null],
    ['1 2 3 4 5 6 7 8 9 10', null],
    ['🙂', []],
  ])('when %p is searched, then it is text and nothing else', async (text, found) => {
    const answer = await list(`limit=50&search=${encodeURIComponent(text)}`);
    expect(answer.statusCode).toBe(200);
    if (found) expect(await search(text)).toEqual(found);
    expect((await list('limit=1')).headers['x-total-count']).toBe('4');
  });

  test.each([
    'search=%00',
    `search=${'x'.repeat(101)}`,
    'search=a&search=b',
    'search[]=a',
    'payment_status=lunas',
    'current_stage=',
    'jenjang=SMA',
    'academic_year=2026',
    'observation_until=2026-02-30',
    'sort=nik',
    'limit=0',
    'limit=201',
    'cursor=%25',
    'cursor=e30',
    'deleted=1',
  ])('when the query is %s, then 400', async (query) => {
    expect((await list(query)).statusCode).toBe(400);
  });

  test('when names, phones or the level change, then the search follows', async () => {
    const caller = await door.caller();
    const made = await makeRegistration(door, caller, { jenjang: 'SMP', kelas: '8' });
    const found = async (text: string) =>
      (await list(`limit=50&search=${encodeURIComponent(text)}`)).json().map((row: Row) => row.id);
    await door.call(updateParent, caller, {
      body: { mother_name: 'Kartini Baru', contact_phone: '081390001234' },
    });
    expect(await found('kartini')).toEqual([made.id]);
    expect(await found('0813 9000 1234')).toEqual([made.id]);
    await door.call(updateChild, caller, {
      params: { id: made.child_id },
      body: { full_name: 'Berganti Nama' },
    });
    expect(await found('berganti')).toEqual([made.id]);
    await door.call(updateRegistration, caller, { params: { id: made.id }, body: { jenjang: 'KB' } });
    expect(await found('berganti kb')).toEqual([made.id]);
    expect(await found('berganti smp')).toEqual([]);
    await door.call(deleteRegistration, caller, { params: { id: made.id } });
    expect(await found('berganti')).toEqual([]);
  });

  test.each([
    ['payment_status=paid', ['Aisyah']],
    ['current_stage=obs_scheduled', ['Zaki']],
    ['jenjang=SMP', ['Ümit']],
    ['academic_year=2027/2028', ['Ümit']],
    ['payment_status=pending&jenjang=KB', ['Fatih']],
    ['payment_status=paid&current_stage=obs_scheduled', []],
    ['observation_until=2026-12-07', ['Zaki']],
    ['observation_until=2026-12-06', []],
    ['sort=created_at', ['Aisyah', 'Fatih', 'Zaki', 'Ümit']],
    ['sort=child_name', ['Aisyah', 'Fatih', 'Zaki', 'Ümit']],
  ])('when the query is %s, then the database filters and sorts', async (query, found) => {
    const answer = await names(`limit=50&${query}`);
    expect(answer).toEqual(found);
  });

  test('when pages are followed both ways in any order, then each comes once and the total stays', async () => {
    for (const sort of [
      'created_at',
      '-created_at',
      'child_name',
      '-child_name',
      'updated_at',
      '-updated_at',
    ]) {
      const whole = (await list(`sort=${sort}`)).json().map((row: Row) => row.id);
      expect(whole).toHaveLength(4);
      const seen: string[] = [];
      let query: string | null = `sort=${sort}&limit=1`;
      let last = '';
      while (query) {
        const answer = await list(query);
        expect(answer.headers['x-total-count']).toBe('4');
        seen.push(...answer.json().map((row: Row) => row.id));
        last = String(answer.headers.link);
        query = /\?([^>]+)>; rel="next"/u.exec(last)?.[1] ?? null;
      }
      expect(seen).toEqual(whole);
      const back = await list(/\?([^>]+)>; rel="prev"/u.exec(last)?.[1] ?? '');
      expect(back.json()[0].id).toBe(whole[2]);
    }
  });

  test('when counts are read, then those of the named parts are the list’s in its year, of the queues in every year, without its other filters', async () => {
    const read = async (query: string) =>
      (await door.call(summarizeStaffRegistrations, staff, { query })).json().views;
    expect([(await read('jenjang=KB')).all, (await read('academic_year=2027/2028')).all]).toEqual([4, 1]);
    for (const year of ['', 'academic_year=2026/2027', 'academic_year=2027/2028']) {
      const views = await read(['jenjang=KB', year].filter(Boolean).join('&'));
      for (const [view, query] of Object.entries({
        to_verify: 'payment_status=paid',
        to_schedule: 'payment_status=verified&current_stage=registered',
        unpaid_week: 'payment_status=pending&payment_days=7',
        observation_week: 'observation_week=1',
        rejected: 'payment_status=rejected',
        all: '',
      })) {
        const within = view.startsWith('to_') ? '' : year;
        const answer = await list(['limit=1', query, within].filter(Boolean).join('&'));
        expect([view, views[view]]).toEqual([view, Number(answer.headers['x-total-count'])]);
      }
    }
  });

  test('when the counts are asked for, then each state is counted as the list would with it chosen', async () => {
    const summary = async (query: string) =>
      (await door.call(summarizeStaffRegistrations, staff, { query })).json();
    for (const others of [
      '',
      'jenjang=SD',
      'search=tk',
      'search=sd&jenjang=KB',
      'search=nanda',
      'academic_year=2026/2027',
      'observation_until=2026-12-31',
    ]) {
      for (const chosen of ['', 'payment_status=verified', 'current_stage=registered']) {
        const query = [others, chosen].filter(Boolean).join('&');
        const counted = await summary(query);
        const total = async (more: string) => {
          const own = more.split('=')[0] ?? '';
          const kept = query.split('&').filter((part) => part && !part.startsWith(`${own}=`));
          const answer = await list(['limit=1', ...kept, more].filter(Boolean).join('&'));
          return Number(answer.headers['x-total-count']);
        };
        expect(counted.total).toBe(await total(''));
        for (const field of ['payment_status', 'current_stage'] as const) {
          for (const [value, n] of Object.entries(counted[field])) {
            expect([query, value, n]).toEqual([query, value, await total(`${field}=${value}`)]);
          }
        }
      }
    }
  });

  test('when registrations come, change, go and counts are added up meanwhile, then the counts are those of the rows', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => inState(door, 'paid')));
    await Promise.all([
      ...made
        .slice(0, 6)
        .map(({ made: { id } }) =>
          door
            .db('registrations')
            .where({ id })
            .update({ payment_status: 'pending', payment_evidence_file_id: null }),
        ),
      ...Array.from({ length: 5 }, () => foldCounts(door.database, 0)),
      ...made
        .slice(6, 9)
        .map(({ made: { id } }) => door.db('registrations').where({ id }).update({ deleted_at: new Date() })),
    ]);
    await foldCounts(door.database, 0);
    const { rows } = await door.db.raw(`
      select * from (select payment_status, current_stage, sum(n) as n from registration_counts group by 1, 2) kept
      full join (select payment_status, current_stage, count(*) as n from registrations
        where deleted_at is null group by 1, 2) counted using (payment_status, current_stage)
      where coalesce(kept.n, 0) <> coalesce(counted.n, 0)`);
    expect(rows).toEqual([]);
    const doubled = await door
      .db('registration_counts')
      .groupBy('academic_year', 'jenjang', 'payment_status', 'current_stage')
      .havingRaw('count(*) > 1')
      .select('jenjang');
    expect(doubled).toEqual([]);
    for (const { made: one } of made) {
      await door.db('registrations').where({ id: one.id }).update({ deleted_at: new Date() });
    }
  });

  test.each(STAFF_ROLES)(
    'when %s opens a record, then all of it is shown and one row says who looked at which child',
    async (role) => {
      const reader = await door.caller(role, `Nama ${role}`);
      const id = ids['Aisyah Putri'] ?? '';
      const shown = await record(door, reader, id);
      expect(shown).toMatchObject({
        child: { full_name: 'Aisyah Putri', kk_number: '9912341234567890' },
        parent: {
          father_name: 'Ahmad Ramadhani',
          father_ktp: '9912341203880001',
          father_income: '10.000.000 - 20.000.000',
          contact_phone: '+6281234567890',
        },
        bank_account_number: '7009322722',
        payment_status: 'paid',
      });
      expect(shown.child.nik).toMatch(/^99/u);
      const trail = await door.db('audit_events').where({ actor_id: reader.id });
      expect(trail).toMatchObject([
        {
          action: 'registration.read',
          subject_id: id,
          actor_name: `Nama ${role}`,
          actor_role: role,
          details: { child_id: shown.child_id },
        },
      ]);
      expect(JSON.stringify(trail)).not.toMatch(/99123412|10\.000\.000/u);
    },
  );

  test('when a change says nothing new, then the record that it shows is noted as read', async () => {
    const admin = await door.caller('admin');
    const { made } = await inState(door, 'paid');
    await door.call(verifyPayment, admin, { params: { id: made.id }, body: { payment_status: 'paid' } });
    const trail = await door.db('audit_events').where({ actor_id: admin.id });
    expect(trail.map((row) => row.action)).toEqual(['registration.read']);
    await door.db('registrations').where({ id: made.id }).update({ deleted_at: new Date() });
    for (const [call, body] of [
      [getStaffRegistration, undefined],
      [listStaffStageHistory, undefined],
      [verifyPayment, { payment_status: 'verified' }],
    ] as const) {
      expect((await door.call(call, admin, { params: { id: made.id }, body })).statusCode).toBe(404);
    }
  });

  test('when two children have one NIK, then staff see both marked and find them, until one is changed or deleted', async () => {
    const nik = someNik();
    const families = await Promise.all(Array.from({ length: 3 }, () => door.caller()));
    const made = await Promise.all(
      families.map(async (caller, at) => {
        const child = await makeChild(door, caller, { nik: at < 2 ? nik : someNik() });
        const { id } = await makeRegistration(door, caller, {}, child);
        return { caller, childId: child.id, id };
      }),
    );
    const marked = async () => {
      const query = 'nik_duplicate=1';
      const rows = (await door.call(listStaffRegistrations, staff, { query })).json() as Row[];
      const counts = (await door.call(summarizeStaffRegistrations, staff, { query })).json();
      expect(counts.total).toBe(rows.length);
      return rows.map(({ id }) => id).toSorted();
    };
    const markOf = async (id: string): Promise<boolean> => {
      const whole = (await door.call(getStaffRegistration, staff, { params: { id } })).json();
      const all = (await door.call(listStaffRegistrations, staff)).json() as (Row & {
        nik_duplicate: boolean;
      })[];
      expect(all.find((row) => row.id === id)?.nik_duplicate).toBe(whole.nik_duplicate);
      return whole.nik_duplicate;
    };
    const [one, two, third] = made as [(typeof made)[0], (typeof made)[0], (typeof made)[0]];
    expect(await marked()).toEqual([one.id, two.id].toSorted());
    expect([await markOf(one.id), await markOf(two.id), await markOf(third.id)]).toEqual([true, true, false]);
    await door.call(updateChild, one.caller, { params: { id: one.childId }, body: { nik: someNik() } });
    expect([await marked(), await markOf(two.id)]).toEqual([[], false]);
  });
});
