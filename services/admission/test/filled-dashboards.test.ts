import { updateChild } from '@gerbang/contracts/children';
import { fileIdOf } from '@gerbang/contracts/files';
import type { EventPayload } from '@gerbang/contracts/events';
import type { Registration } from '@gerbang/contracts/registrations';
import { countStatements } from '@gerbang/service-kit/testing/statements';
import { uuidv7 } from 'uuidv7';
import { freshBody, MISSING, readDashboard, someDues, storedBody, take, TEXT } from './dashboards.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeChild, makeRegistration, setState, upload } from './families.ts';
import { PUBLISHED_AT, PUBLISHER, waitingOne } from './registration-stages-results.ts';

type Wave = EventPayload<'results.published'>;
interface Waiting {
  readonly family: Caller;
  readonly made: Registration;
}

describe('dashboards of a wave of results', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  const several = async (count: number): Promise<Waiting[]> => {
    const all: Waiting[] = [];
    while (all.length < count) all.push(await waitingOne(door));
    return all;
  };
  const waveOf = (waiting: readonly Waiting[], change: Partial<Wave> = {}): Wave => ({
    announcement_id: uuidv7(),
    published_at: PUBLISHED_AT,
    published_by: PUBLISHER,
    text: TEXT,
    results: waiting.map(({ made }, at) => ({
      result_id: uuidv7(),
      registration_id: made.id,
      child_id: made.child_id,
      result: at % 2 === 0 ? 'passed' : 'failed',
    })),
    ...change,
  });
  /** A document of the child that was sent and returned. */
  const returnDocument = async ({ family, made }: Waiting): Promise<void> => {
    const type = await door.db('document_types').whereRaw("'SD' = any(jenjang)").first('id');
    const [document_id, by] = [uuidv7(), { sent_by_id: family.id, sent_by_role: 'wali_murid' }];
    const of = { child_id: made.child_id, type_id: type.id };
    await door
      .db('child_documents')
      .insert({ id: document_id, ...of, status: 'returned', current_version: 1 });
    await door.db('document_versions').insert({
      id: uuidv7(),
      document_id,
      number: 1,
      files: JSON.stringify([uuidv7()]),
      ...by,
      decision: 'returned',
      reason_code: 'buram',
      reviewed_at: new Date(),
      reviewed_by_id: PUBLISHER.id,
      reviewed_by_role: 'staff_tu',
    });
  };
  const readsOf = (statements: readonly string[]) =>
    statements.filter((text) => text.includes('admission_dashboard_') || text.includes('family_dashboards'));
  /** The header of areas that are not complete, where everything that was published is applied. */
  const missing = async ({ family }: Waiting, applied = 'all') =>
    (await readDashboard(door, family, { 'x-gerbang-results-applied': applied })).headers[MISSING];

  test('when a wave is applied, then the dashboards of its families are stored as if composed one by one', async () => {
    const waiting = await several(4);
    // One of them has a second child that still waits for nothing.
    const [first] = waiting as [Waiting];
    await makeRegistration(
      door,
      first.family,
      {},
      await makeChild(door, first.family, { full_name: 'Adik' }),
    );
    await returnDocument(first);
    for (const { family } of waiting) await readDashboard(door, family);
    await take(door, 'results.published', waveOf(waiting));
    for (const { family } of waiting) {
      expect(await storedBody(door, family)).toBe(await freshBody(door, family));
    }
    const statements = await countStatements(() => readDashboard(door, first.family));
    expect(readsOf(statements)).toEqual(['admission_dashboard_row']);
    expect((await readDashboard(door, first.family)).json().announcement.parent.results).toHaveLength(1);
  });

  test('when a wave is larger, then it takes no more statements to fill its dashboards', async () => {
    const count = async (wave: Wave) =>
      (await countStatements(() => take(door, 'results.published', wave))).filter(
        (text) => !text.startsWith('begin') && !text.startsWith('BEGIN'),
      ).length;
    const small = await count(waveOf(await several(1)));
    expect(await count(waveOf(await several(5)))).toBe(small);
    expect(small).toBeLessThanOrEqual(18);
  });

  test('when the types of documents are read, then before what is composed of them, which is made again after a change', async () => {
    const wave = waveOf(await several(1));
    const statements = await countStatements(() => take(door, 'results.published', wave));
    const types = statements.findIndex((text) => text.includes('document_types) as types'));
    expect(types).toBeGreaterThan(0);
    expect(types).toBeLessThan(statements.findIndex((text) => text.includes('entered_sections')));
  });

  test('when a family changes something while its wave is applied, then the change is never lost', async () => {
    const waiting = await several(6);
    const wave = take(door, 'results.published', waveOf(waiting));
    const changes = waiting.map(({ family, made }) =>
      door.call(updateChild, family, { params: { id: made.child_id }, body: { nick_name: 'Berubah' } }),
    );
    const reads = waiting.map(({ family }) => readDashboard(door, family));
    await Promise.all([wave, ...reads]);
    for (const change of await Promise.all(changes)) expect(change.statusCode).toBe(200);
    for (const { family } of waiting) {
      const { body } = await readDashboard(door, family);
      expect(body).toContain('Berubah');
      expect(await storedBody(door, family)).toBe(await freshBody(door, family));
    }
  });

  test('when a family’s first child is accepted, then nothing is due; a family that may owe something is told by billing', async () => {
    const now = new Date().toISOString();
    await take(door, 'dues.changed', { families: [], complete_at: now, check: false });
    const [first, second] = (await several(2)) as [Waiting, Waiting];
    await take(door, 'results.published', waveOf([first]));
    await take(door, 'results.published', waveOf([second]));
    expect([await missing(first), await missing(second)]).toEqual([undefined, undefined]);
    // Its row was lost, and with it what billing has told; then another child is accepted.
    await door.db('family_dashboards').where({ user_id: second.family.id }).delete();
    const child = await makeChild(door, second.family, { full_name: 'Adik' });
    const made = await makeRegistration(door, second.family, {}, child);
    const attached = { attached_at: new Date(), attached_to: 'registration_payment', record_id: made.id };
    await setState(door, made.id, {
      payment_status: 'verified',
      current_stage: 'waiting_announcement',
      payment_evidence_file_id: fileIdOf(await upload(door, second.family, attached)),
    });
    await take(door, 'results.published', waveOf([{ family: second.family, made }]));
    expect(await missing(second)).toBe('billing');
    // What billing has told stays, and what it tells is newer.
    const told = { families: [someDues(first.family)], complete_at: now, check: false };
    await take(door, 'dues.changed', told);
    const { billing } = (await readDashboard(door, first.family)).json();
    expect(billing.parent.outstanding.invoices).toBe(1);
  });

  test('when a dashboard cannot be filled, then its wave is applied all the same, and the next read composes it', async () => {
    const waiting = await several(2);
    await door.db.raw(`
      create function refuse_body() returns trigger language plpgsql as $$
      begin raise exception 'refused' using errcode = 'check_violation'; end $$;
      create trigger refuse_body before update on family_dashboards for each row
        when (old.body is null and new.body is not null) execute function refuse_body()`);
    try {
      await take(door, 'results.published', waveOf(waiting));
    } finally {
      await door.db.raw('drop trigger refuse_body on family_dashboards; drop function refuse_body()');
    }
    expect(door.logged()).toContain('the dashboards of a wave were not filled');
    for (const { family } of waiting) {
      expect(await storedBody(door, family)).toBeNull();
      expect((await readDashboard(door, family)).json().announcement.parent.results).toHaveLength(1);
    }
  });

  test('when a family waits and everything published is applied, then nothing is missing; a result without text is', async () => {
    const [waits, untold] = (await several(2)) as [Waiting, Waiting];
    expect([await missing(waits), await missing(waits, '?')]).toEqual([undefined, 'announcement']);
    const { text: _older, ...event } = waveOf([waits, untold]);
    await take(door, 'results.published', event);
    expect(await missing(untold)).toBe('announcement');
  });
});
