import { activateRubric, listRubrics, type Rubric, writeRubric } from '@gerbang/contracts/rubrics';
import { FLAG_BASIS, flaggedWords } from '@gerbang/domain/rubrics';
import { type Caller, type Door, openDoor } from './door.ts';

const ITEM = {
  key: 'sepatu',
  label: 'Memakai sepatu',
  help: 'Dalam 3 menit',
  group: 'kemandirian',
  weight: 2,
};
const DRAFT = { jenjang: 'SD', title: 'Observasi SD', items: [ITEM] };

describe('rubrics of the observation', () => {
  let door: Door;
  let desk: Caller;
  let head: Caller;
  let admin: Caller;
  beforeEach(async () => {
    door = await openDoor();
    desk = await door.caller('staff_pendidikan', 'Sari');
    head = await door.caller('manager_pendidikan', 'Hendra');
    admin = await door.caller('admin', 'Ani');
  });
  afterEach(() => door.close());

  const list = async (): Promise<Rubric[]> => (await door.call(listRubrics, desk)).json();
  const write = (body: object, caller = desk) =>
    door.call(writeRubric, caller, { body: { ...DRAFT, ...body } });
  const draft = async (body: object = {}): Promise<Rubric> => {
    const answer = await write(body);
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json();
  };
  const activate = ({ id }: Pick<Rubric, 'id'>, body: object = {}, caller = head) =>
    door.call(activateRubric, caller, { params: { id }, body });
  const trail = async () => (await door.db('audit_events').orderBy('id')).map(({ action }) => action);

  test('when a school begins, then each level has a draft that points to no forbidden test, and none is in force', async () => {
    const all = await list();
    expect(all.map(({ jenjang, status }) => [jenjang, status])).toEqual([
      ['KB', 'draft'],
      ['SD', 'draft'],
      ['SMP', 'draft'],
      ['TK', 'draft'],
    ]);
    for (const { items, flagged_words, title } of all) {
      expect(flagged_words).toEqual([]);
      expect(flaggedWords({ jenjang: 'SD', title, items })).toEqual([]);
      expect(items.filter(({ group }) => group === 'orang_tua')).toHaveLength(2);
      for (const { help } of items) expect(help?.length).toBeGreaterThan(20);
    }
  });

  test('when a draft is written and activated, then it takes the place of the one in force, and each step is in the trail', async () => {
    const first = await draft();
    expect(first).toMatchObject({ version_no: 2, status: 'draft', created_by: { name: 'Sari' } });
    expect((await activate(first)).json()).toMatchObject({ status: 'active' });
    const second = await draft({ title: 'Observasi SD baru' });
    expect((await activate(second, { version: second.version })).json()).toMatchObject({ status: 'active' });
    expect((await list()).filter(({ jenjang }) => jenjang === 'SD').map(({ status }) => status)).toEqual([
      'active',
      'retired',
      'draft',
    ]);
    expect(await trail()).toEqual(
      expect.arrayContaining(['rubric.drafted', 'rubric.activated', 'rubric.retired']),
    );
    expect((await activate(first)).json()).toMatchObject({ statusCode: 409, code: 'rubric_state' });
  });

  test('when a draft is changed, then only the version that was seen, and never one that is in force', async () => {
    const one = await draft();
    const seen = { draft: { id: one.id, version: one.version } };
    const changed = await write({ ...seen, title: 'Diubah' });
    expect(changed.json()).toMatchObject({ id: one.id, title: 'Diubah', version: 2 });
    expect((await write({ ...seen, title: 'Lagi' })).json()).toMatchObject({ code: 'stale' });
    expect((await activate(one, { version: 1 })).json()).toMatchObject({ code: 'stale' });
    await activate(one);
    const late = { draft: { id: one.id, version: 3 }, title: 'Terlambat' };
    expect((await write(late)).json()).toMatchObject({ statusCode: 409, code: 'rubric_state' });
    for (const change of [{ title: 'x' }, { items: '[1]' }, { status: 'draft' }]) {
      await expect(door.db('rubrics').where({ id: one.id }).update(change)).rejects.toThrow(
        'does not change',
      );
    }
    await expect(door.db('rubrics').where({ id: one.id }).delete()).rejects.toThrow('does not change');
  });

  test('when an SD rubric says "membaca", then only the head puts it in force, by confirming the word', async () => {
    const one = await draft({ items: [{ ...ITEM, label: 'Membaca nyaring', help: null }] });
    expect(one.flagged_words).toEqual(['membaca']);
    const refused = {
      statusCode: 409,
      code: 'words_flagged',
      details: { words: ['membaca'], basis: FLAG_BASIS },
    };
    expect((await activate(one)).json()).toMatchObject(refused);
    expect((await activate(one, { confirm_words: true }, admin)).json()).toMatchObject(refused);
    expect((await activate(one, { confirm_words: false })).statusCode).toBe(400);
    expect((await list()).filter(({ status }) => status === 'active')).toEqual([]);
    expect((await activate(one, { confirm_words: true })).json()).toMatchObject({
      status: 'active',
      confirmed_by: { name: 'Hendra' },
    });
    const [note] = await door.db('audit_events').where({ action: 'rubric.activated' });
    expect(note.details).toMatchObject({ confirmed_words: ['membaca'] });
    const tk = await draft({ jenjang: 'TK', items: [{ ...ITEM, label: 'Membaca nyaring' }] });
    expect((await activate(tk, {}, admin)).statusCode).toBe(200);
  });

  test('when two heads activate two drafts at once, then one rubric is in force', async () => {
    const drafts = [await draft(), await draft(), await draft()];
    const answers = await Promise.all(drafts.map((one) => activate(one)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await door.db('rubrics').where({ jenjang: 'SD', status: 'active' })).toHaveLength(1);
    const numbers = (await Promise.all([1, 2, 3].map(() => draft()))).map(({ version_no }) => version_no);
    expect(new Set(numbers).size).toBe(3);
  });

  test.each([
    [{ items: [] }, 'items'],
    [{ items: [ITEM, ITEM] }, 'items'],
    [{ items: [{ ...ITEM, weight: 6 }] }, 'items.0.weight'],
    [{ items: [{ ...ITEM, label: '<b>x' }] }, 'items.0.label'],
    [{ items: Array.from({ length: 31 }, (_, n) => ({ ...ITEM, key: `k${n}` })) }, 'items'],
  ])('when a draft is not one (%#), then it is refused', async (body, path) => {
    const answer = await write(body);
    expect([answer.statusCode, answer.json().issues[0].path]).toEqual([400, path]);
  });
});
