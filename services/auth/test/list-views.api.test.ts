import * as calls from '@gerbang/contracts/list-views';
import { deleteUser } from '@gerbang/contracts/users';
import { type Door, openDoor, type TestAccount } from './door.ts';

const SETTINGS = {
  filters: { payment_status: 'paid', jenjang: 'SD', from: '2026-11-01' },
  sort: '-created_at',
  hidden: ['phone'],
  widths: { child: 'wide' },
};
const LIST = 'registrations';

describe('views of lists', () => {
  let door: Door;
  let finance: TestAccount;
  let colleague: TestAccount;
  beforeAll(async () => {
    door = await openDoor();
    finance = await door.account({ role: 'finance', name: 'Budi' });
    colleague = await door.account({ role: 'finance', name: 'Citra' });
  });
  afterAll(() => door.close());

  const save = (by: TestAccount, body: object) =>
    door.call(calls.saveListView, by, {
      body: { list: LIST, name: 'Tunggu lama', settings: SETTINGS, shared: false, ...body },
    });
  const namesOf = async (by: TestAccount, list = LIST) =>
    (await door.call(calls.listViews, by, { query: `list=${list}` }))
      .json()
      .map(({ name, own, owner }: { name: string; own: boolean; owner: string | null }) => [
        name,
        own,
        owner,
      ]);
  const trail = async (id: string) =>
    (await door.db('audit_events').where({ subject_id: id }).orderBy(['at', 'id'])).map(
      ({ action, actor_name, details }) => [action, actor_name, details],
    );

  test('when a view is saved, then its owner finds it as it was saved and no colleague does', async () => {
    const saved = await save(finance, {});
    expect(saved.statusCode).toBe(201);
    expect(saved.json()).toMatchObject({
      name: 'Tunggu lama',
      settings: SETTINGS,
      own: true,
      owner: null,
      version: 1,
    });
    expect(await namesOf(finance)).toEqual([['Tunggu lama', true, null]]);
    expect(await namesOf(finance, 'invoices')).toEqual([]);
    expect(await namesOf(colleague)).toEqual([]);
    expect(await trail(saved.json().id)).toEqual([]);
    await door.call(calls.deleteListView, finance, { id: saved.json().id });
  });

  test('when it is shared, then those of the present role find it, and the trail says so; withdrawn, they do not', async () => {
    const owner = await door.account({ role: 'cs', name: 'Dewi' });
    const beside = await door.account({ role: 'cs' });
    const { id } = (await save(owner, { shared: true })).json();
    expect(await namesOf(beside)).toEqual([['Tunggu lama', false, 'Dewi']]);
    expect(await namesOf(finance)).toEqual([]);
    const body = { name: 'Baru', settings: SETTINGS, shared: false };
    expect((await door.call(calls.changeListView, owner, { id, body })).json()).toMatchObject({ version: 2 });
    expect(await namesOf(beside)).toEqual([]);
    await door.call(calls.changeListView, owner, { id, body: { ...body, shared: true } });
    await door.db('users').where({ id: owner.id }).update({ role: 'staff_tu' });
    expect(await namesOf(beside)).toEqual([]);
    await door.db('users').where({ id: owner.id }).update({ role: 'cs' });
    await door.call(calls.deleteListView, owner, { id });
    expect(await namesOf(beside)).toEqual([]);
    expect(await trail(id)).toEqual([
      ['list_view.shared', 'Dewi', { list: LIST }],
      ['list_view.withdrawn', 'Dewi', { list: LIST }],
      ['list_view.shared', 'Dewi', { list: LIST }],
      ['list_view.withdrawn', 'Dewi', { list: LIST }],
    ]);
  });

  test('when a colleague changes or deletes a shared view, then it is not found and stays as it was', async () => {
    const { id } = (await save(finance, { shared: true })).json();
    const body = { name: 'Diambil', settings: SETTINGS, shared: false };
    for (const answer of [
      await door.call(calls.changeListView, colleague, { id, body }),
      await door.call(calls.deleteListView, colleague, { id }),
    ])
      expect(answer.statusCode).toBe(404);
    expect(await namesOf(colleague)).toEqual([['Tunggu lama', false, 'Budi']]);
    await door.call(calls.deleteListView, finance, { id });
  });

  test('when a name is taken, in other letters and at once too, then 409 and one view', async () => {
    const owner = await door.account({ role: 'it' });
    const answers = await Promise.all(['Pagi', 'pagi', 'PAGI', 'Pagi'].map((name) => save(owner, { name })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409,
    ]);
    const { id } = (await save(owner, { name: 'Sore' })).json();
    const body = { name: 'PAGI', settings: SETTINGS, shared: false };
    const answer = await door.call(calls.changeListView, owner, { id, body });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'name_taken']);
    const own = await door.call(calls.changeListView, owner, { id, body: { ...body, name: 'SORE' } });
    expect(own.statusCode).toBe(200);
    const seen = { 'if-match': '"1"' };
    const late = await door.call(calls.changeListView, owner, {
      id,
      body: { ...body, name: 'Malam' },
      headers: seen,
    });
    expect([late.statusCode, late.json().code]).toEqual([409, 'stale']);
  });

  test('when more than twenty are saved at once, then twenty are kept, and another list has its own', async () => {
    const owner = await door.account({ role: 'admin' });
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, n) => save(owner, { name: `Nomor ${n}` })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(calls.VIEWS_MOST);
    expect(answers.filter(({ statusCode }) => statusCode === 422).map((one) => one.json().code)).toEqual(
      Array.from({ length: 5 }, () => 'too_many_views'),
    );
    expect((await save(owner, { list: 'invoices' })).statusCode).toBe(201);
  });

  test.each([
    ['an id in a filter', { settings: { ...SETTINGS, filters: { family: crypto.randomUUID() } } }],
    ['a key of objects', { settings: { ...SETTINGS, filters: JSON.parse('{"__proto__":"x"}') } }],
    ['words in a filter', { settings: { ...SETTINGS, filters: { search: 'Ahmad Fauzan' } } }],
    ['an unknown width', { settings: { ...SETTINGS, widths: { child: 'huge' } } }],
    ['too many columns', { settings: { ...SETTINGS, hidden: Array.from({ length: 31 }, () => 'a') } }],
    ['no name', { name: ' ' }],
    ['a long name', { name: 'a'.repeat(41) }],
    ['markup in the name', { name: '<b>x' }],
    ['no list', { list: '../x' }],
  ])('when a view holds %s, then 400 and nothing is kept', async (_what, body) => {
    const owner = await door.account({ role: 'cs' });
    const answer = await save(owner, body);
    expect([answer.statusCode, await door.db('list_views').where({ user_id: owner.id })]).toEqual([400, []]);
  });

  test('when its owner is deleted, then the views are gone', async () => {
    const admin = await door.account({ role: 'admin' });
    const owner = await door.account({ role: 'manager_pendidikan' });
    await save(owner, { shared: true });
    expect((await door.call(deleteUser, admin, { id: owner.id })).statusCode).toBe(204);
    expect(await door.db('list_views').where({ user_id: owner.id })).toEqual([]);
  });
});
