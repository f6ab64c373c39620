import {
  createAnnouncement,
  getAnnouncement,
  listWaitingStudents,
  publishAnnouncement,
  reviewAnnouncement,
  reviseAnnouncement,
  submitAnnouncement,
  updateAnnouncement,
} from '@gerbang/contracts/announcements';
import type { Announcement } from '@gerbang/contracts/announcement-shapes';
import {
  entry,
  form,
  registration,
  type Staff,
  statuses,
  step,
  tell,
  traces,
  waiting,
  useStaff,
} from './builders.ts';
import type { Caller, Door } from './door.ts';

describe('unexamined results', () => {
  let door: Door;
  let staff: Staff;
  useStaff((desk) => ({ door, staff } = desk));
  afterEach(() => door.setClock(null));

  const made = async (body: unknown, who: Caller = staff.author): Promise<Announcement> => {
    const answer = await door.call(createAnnouncement, who, { body });
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json();
  };
  const seen = async (id: string): Promise<Announcement> =>
    (await door.call(getAnnouncement, staff.author, { params: { id } })).json();
  const submit = (id: string, body?: unknown) =>
    door.call(submitAnnouncement, staff.author, { params: { id }, body });
  const trailOf = (id: string) =>
    door.db('audit_events').where({ subject_id: id }).orderBy('id', 'desc').first();
  const examiners = (announcement: Announcement) =>
    Object.fromEntries(
      announcement.results.map((one) => [one.child.full_name, one.checked?.by.name ?? null]),
    );

  test('when a draft has unexamined results, then submitting is refused with their number and names, and nothing changes', async () => {
    const [one, two, three] = await waiting(door, 3);
    const results = [entry(one!), entry(two!, { checked: false }), entry(three!, { checked: false })];
    const { id } = await made(form([], { results }));
    const before = await traces(door, id);
    for (const body of [undefined, {}, { examined_outside: false }]) {
      const answer = await submit(id, body);
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'not_examined']);
      expect(answer.json().message).toMatch(/^2 siswa belum diperiksa\./u);
      expect(answer.json().details).toEqual({ unexamined: 2 });
      expect(answer.json().issues.map(({ message }: { message: string }) => message)).toEqual(
        [two, three].map((child) => `${child!.child_name} (${child!.registration_number})`),
      );
    }
    expect(await traces(door, id)).toEqual(before);
  });

  test('when the submitter vouches for them, then it goes, who did so and when stays with it, and revising takes it back', async () => {
    door.setClock(new Date('2026-11-20T03:00:00Z'));
    const students = await waiting(door, 2);
    const { id } = await made(form([], { results: students.map((one) => entry(one, { checked: false })) }));
    const deed = {
      at: '2026-11-20T03:00:00.000Z',
      by: { name: 'Sri Wahyuni', role: 'staff_pendidikan' },
    };
    const submitted = await step(door, submitAnnouncement, staff.author, id, { examined_outside: true });
    expect(submitted).toMatchObject({ status: 'pending_review', examined_outside: deed });
    expect((await trailOf(id))?.details).toEqual({
      status: { from: 'draft', to: 'pending_review' },
      examined_outside: true,
      unexamined_count: 2,
    });
    // Whoever reviews and publishes reads the same.
    const rejected = await step(door, reviewAnnouncement, staff.manager, id, { status: 'rejected' });
    expect(rejected).toMatchObject({
      examined_outside: deed,
      results: [{ checked: null }, { checked: null }],
    });
    expect((await step(door, reviseAnnouncement, staff.author, id)).examined_outside).toBeNull();
    expect((await submit(id)).statusCode).toBe(409);
    await step(door, updateAnnouncement, staff.author, id, { results: students.map((one) => entry(one)) });
    expect((await step(door, submitAnnouncement, staff.author, id)).examined_outside).toBeNull();
    const approved = await step(door, reviewAnnouncement, staff.manager, id, { status: 'approved' });
    expect(approved.results.map(({ checked }) => checked)).toEqual([deed, deed]);
    const published = await step(door, publishAnnouncement, staff.manager, id);
    expect(published.results.map(({ checked }) => checked)).toEqual([deed, deed]);
  });

  test('when all were examined, then vouching is not written down', async () => {
    const { id } = await made(form(await waiting(door, 1)));
    expect(
      (await step(door, submitAnnouncement, staff.author, id, { examined_outside: true })).examined_outside,
    ).toBeNull();
    expect((await trailOf(id))?.details).toEqual({ status: { from: 'draft', to: 'pending_review' } });
  });

  test('when two people examine, then each result names who did; one that changes names the person who changed it', async () => {
    const [one, two] = await waiting(door, 2);
    const [first, second] = [one!.child_name, two!.child_name];
    const { id } = await made(form([], { results: [entry(one!), entry(two!, { checked: false })] }));
    expect(examiners(await seen(id))).toEqual({ [first]: 'Sri Wahyuni', [second]: null });
    const put = (results: unknown) => step(door, updateAnnouncement, staff.admin, id, { results });
    expect(examiners(await put([entry(one!), entry(two!)]))).toEqual({
      [first]: 'Sri Wahyuni',
      [second]: 'Dewi Lestari',
    });
    expect((await trailOf(id))?.details).toMatchObject({ fields: ['results'], examined_count: 2 });
    expect(examiners(await put([entry(one!, { result: 'failed' }), entry(two!)]))).toEqual({
      [first]: 'Dewi Lestari',
      [second]: 'Dewi Lestari',
    });
    expect(
      examiners(await put([entry(one!, { result: 'failed', checked: false }), entry(two!)])),
    ).toMatchObject({ [first]: null });
  });

  test('when a former front end sends no mark, then what it changed counts as examined, and nothing else ever does', async () => {
    const [one, two, three] = await waiting(door, 3);
    const old = (of: typeof one, change = {}) => entry(of!, { checked: undefined, ...change });
    const { id } = await made(
      form([], {
        results: [old(one), old(two, { result: 'failed' }), old(three, { individual_note: 'Baik' })],
      }),
    );
    const names = [one, two, three].map((child) => child!.child_name) as [string, string, string];
    expect(examiners(await seen(id))).toEqual({
      [names[0]]: null,
      [names[1]]: 'Sri Wahyuni',
      [names[2]]: 'Sri Wahyuni',
    });
    // Saved again without a change, and submitted without a body: the untouched one still stops it.
    await step(door, updateAnnouncement, staff.admin, id, {
      title: 'Judul lain',
      results: [old(one), old(two, { result: 'failed' }), old(three, { individual_note: 'Baik' })],
    });
    expect(examiners(await seen(id))).toMatchObject({ [names[0]]: null, [names[1]]: 'Sri Wahyuni' });
    const refused = await submit(id);
    expect([refused.statusCode, refused.json().details]).toEqual([409, { unexamined: 1 }]);
  });

  test('when a submission meets edits that take marks away, then nothing unexamined is ever submitted', async () => {
    for (let round = 0; round < 5; round += 1) {
      const students = await waiting(door, 3);
      const { id } = await made(form(students));
      await Promise.all([
        submit(id),
        ...students.map((_child, at) =>
          door.call(updateAnnouncement, staff.admin, {
            params: { id },
            body: { results: students.map((one, place) => entry(one, { checked: place !== at })) },
          }),
        ),
        submit(id),
      ]);
      const now = await seen(id);
      const unexamined = now.results.filter(({ checked }) => checked === null).length;
      expect([now.status, unexamined]).toEqual(now.status === 'draft' ? ['draft', 1] : ['pending_review', 0]);
    }
  });

  test('when two people mark on the same state, then the later one is refused and loses no mark of the other', async () => {
    const students = await waiting(door, 2);
    const { id, version } = await made(
      form([], { results: students.map((one) => entry(one, { checked: false })) }),
    );
    const answers = await Promise.all(
      [staff.author, staff.admin].map((who, at) =>
        door.call(updateAnnouncement, who, {
          params: { id },
          headers: { 'if-match': `"${version}"` },
          body: { results: students.map((one, place) => entry(one, { checked: place === at })) },
        }),
      ),
    );
    expect(statuses(answers)).toEqual([200, 409]);
    expect((await seen(id)).results.filter(({ checked }) => checked !== null)).toHaveLength(1);
  });

  test('when namesakes wait, then parent and gender tell them apart, and a replay completes an older copy', async () => {
    const child = registration({ jenjang: 'KB', kelas: null, mother_name: 'Laila Fitriani' });
    await tell(door, child);
    await door.db('registrations').where({ id: child.id }).update({ parent_name: null, child_gender: null });
    const listed = async () => {
      const answer = await door.call(listWaitingStudents, staff.author, { params: { jenjang: 'KB' } });
      return answer.json()[0].child;
    };
    expect(await listed()).toMatchObject({ gender: null, parent_name: null });
    await tell(door, child);
    expect(await listed()).toMatchObject({ gender: 'female', parent_name: 'Laila Fitriani' });
    await tell(door, { ...child, version: child.version + 1, mother_name: null, father_name: null });
    expect(await listed()).toMatchObject({ parent_name: null });
    await door.db('registrations').where({ id: child.id }).update({ user_id: staff.author.id });
    expect(await listed()).toMatchObject({ parent_name: null, name_from_account: 'Sri Wahyuni' });
  });
});
