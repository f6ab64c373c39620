import { openResult } from '@gerbang/contracts/registrations';
import { admissionExport } from '@gerbang/contracts/admission-export';
import { uuidv7 } from 'uuidv7';
import { readDashboard, TEXT } from './dashboards.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeRegistration } from './families.ts';
import { apply, published, waitingOne } from './registration-stages-results.ts';

const FIRST = '2026-11-22T03:00:00.000Z';

describe('the result of a family', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterEach(() => door.setClock(null));
  afterAll(() => door.close());

  const open = (caller: Caller, id: string) => door.call(openResult, caller, { params: { id } });
  const openedOf = async (caller: Caller) =>
    (await readDashboard(door, caller)).json().admission.parent.opened_results;
  const trailOf = (id: string) =>
    door.db('audit_events').where({ subject_id: id, action: 'registration.result_opened' });

  async function accepted() {
    const { family, made } = await waitingOne(door);
    await apply(door, published(made, { text: TEXT }));
    return { family, id: made.id };
  }

  test('when it is opened, then dashboard, trail and export say so, and opening it again changes nothing', async () => {
    const { family, id } = await accepted();
    expect(await openedOf(family)).toEqual([]);
    door.setClock(new Date(FIRST));
    const first = await open(family, id);
    expect([first.statusCode, first.json()]).toEqual([200, { result_opened_at: FIRST }]);
    door.setClock(new Date('2026-11-23T03:00:00.000Z'));
    expect((await open(family, id)).json()).toEqual({ result_opened_at: FIRST });
    expect(await openedOf(family)).toEqual([{ registration_id: id, opened_at: FIRST }]);
    expect(await trailOf(id)).toMatchObject([{ actor_id: family.id }]);
    const answer = await door.app.inject({ url: admissionExport.path, headers: door.headers(family) });
    expect(answer.json().registrations).toMatchObject([{ id, result_opened_at: FIRST }]);
  });

  test('when two devices open it at once, then one moment is kept and noted once', async () => {
    const { family, id } = await accepted();
    const answers = await Promise.all([1, 2, 3, 4].map(() => open(family, id)));
    expect(new Set(answers.map((answer) => answer.json().result_opened_at)).size).toBe(1);
    expect(await trailOf(id)).toHaveLength(1);
  });

  test('when it was opened before its publication, then it counts as not opened yet', async () => {
    const { family, id } = await accepted();
    await door
      .db('registrations')
      .where({ id })
      .update({ result_opened_at: new Date(0) });
    expect((await open(family, id)).json().result_opened_at).not.toBe(new Date(0).toISOString());
    expect(await trailOf(id)).toHaveLength(1);
  });

  test('when it is another family’s, then 404 and nothing is noted', async () => {
    const { family, id } = await accepted();
    const other = await door.caller();
    await makeRegistration(door, other);
    for (const unknown of [id, uuidv7()]) expect((await open(other, unknown)).statusCode).toBe(404);
    expect(await openedOf(family)).toEqual([]);
    expect(await trailOf(id)).toEqual([]);
  });
});
