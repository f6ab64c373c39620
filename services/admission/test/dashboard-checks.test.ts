import { decideErasure, requestErasure } from '@gerbang/contracts/erasure-requests';
import { checkDashboards } from '../src/dashboard/check-dashboards.ts';
import { countUntold } from '../src/registration-record/published-results.repository.ts';
import { deleteOldRepairs, repairFigures } from '../src/dashboard/repairs.repository.ts';
import { freshBody, readDashboard, someDues, storedBody, take, TEXT } from './dashboards.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeChild, makeRegistration } from './families.ts';
import { announced } from './registration-stages-results.ts';

describe('the daily check of the dashboards, and their end', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  const row = ({ id }: Caller) => door.db('family_dashboards').where({ user_id: id }).first();
  const repairs = async () =>
    Object.fromEntries((await repairFigures(door.db)).map(({ labels, value }) => [labels.area, value]));

  test('when a stored answer is not what a fresh one would be, then the check mends and counts it, and nothing else', async () => {
    const [right, wrong, open] = [await door.caller(), await door.caller(), await door.caller()];
    for (const caller of [right, wrong, open]) {
      await makeRegistration(door, caller);
      await readDashboard(door, caller);
    }
    await door.db('family_dashboards').where({ user_id: open.id }).update({ body: null });
    const before = await storedBody(door, right);
    await door.db('family_dashboards').where({ user_id: wrong.id }).update({ body: '"admission":null' });
    expect(await checkDashboards(door.context)).toBe(1);
    expect(await storedBody(door, wrong)).toBe(await freshBody(door, wrong));
    expect([await storedBody(door, right), await storedBody(door, open)]).toEqual([before, null]);
    expect(await repairs()).toEqual({ admission: 1, announcement: 0, billing: 0 });
    expect(door.logged()).toContain('dashboards_repaired');
    expect(await checkDashboards(door.context)).toBe(0);
    await door.db('dashboard_repairs').update({ at: door.db.raw(`now() - interval '31 days'`) });
    expect((await repairs()).admission).toBe(0);
    await deleteOldRepairs(door.db);
    expect(await door.db('dashboard_repairs')).toEqual([]);
  });

  test('when billing or announcement tell what should have been here, then differences are mended and counted', async () => {
    const { family, event } = await announced(door, 'passed');
    const dues = someDues(family, { version: 3 });
    const tell = (one: typeof dues, check = true) =>
      take(door, 'dues.changed', { families: [one], complete_at: null, check });
    await tell(dues, false);
    await tell(dues);
    expect((await repairs()).billing).toBe(0);
    await tell({ ...dues, invoices: [] });
    expect((await row(family)).dues.invoices).toEqual([]);
    await tell({ ...dues, version: 2 });
    expect([(await repairs()).billing, (await row(family)).dues_version]).toEqual([1, 3]);

    const untold = await countUntold(door.db);
    const { announcement_id, result_id, registration_id, published_at, result } = event;
    const results = [{ result_id, registration_id, result, individual_note: null }];
    const told = { announcement_id, published_at, text: TEXT, results, check: true };
    await take(door, 'results.told', told);
    await take(door, 'results.told', told);
    expect([(await repairs()).announcement, await countUntold(door.db)]).toEqual([2, untold - 1]);
    // A text that was wrong empties the answers that show it.
    await readDashboard(door, family);
    await take(door, 'results.told', { ...told, text: { ...TEXT, title: 'Judul benar' } });
    expect((await readDashboard(door, family)).body).toContain('Judul benar');
  });

  test('when a family is erased, then nothing of it is left in its row, and a late event brings nothing back', async () => {
    const caller = await door.caller();
    await makeRegistration(door, caller, {}, await makeChild(door, caller, { full_name: 'Rahasia' }));
    await take(door, 'dues.changed', {
      families: [someDues(caller, { version: 7 })],
      complete_at: null,
      check: false,
    });
    await readDashboard(door, caller);
    const asked = await door.call(requestErasure, caller, { body: {} });
    const { changes } = await row(caller);
    const decided = await door.call(decideErasure, await door.caller('admin'), {
      params: { id: asked.json().id },
      body: { status: 'approved' },
    });
    expect(decided.statusCode).toBe(200);
    const left = await row(caller);
    expect(left).toMatchObject({ body: null, dues: null, dues_version: 7, accepted: null });
    expect(left.changes).toBeGreaterThan(changes);
    await take(door, 'dues.changed', {
      families: [someDues(caller, { version: 6 })],
      complete_at: null,
      check: true,
    });
    expect((await row(caller)).dues).toBeNull();
    expect((await readDashboard(door, caller)).body).not.toContain('Rahasia');
  });
});
