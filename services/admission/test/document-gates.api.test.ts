import { listDocumentTypes, updateDocumentType } from '@gerbang/contracts/child-documents';
import type { EventPayload } from '@gerbang/contracts/events';
import { changeStage } from '@gerbang/contracts/registration-stages';
import { MISSING_DOCUMENTS_NAMED } from '@gerbang/domain/child-documents';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { uuidv7 } from 'uuidv7';
import { tellTypes } from '../src/child-documents/publish-completeness.ts';
import { replayRegistrations } from '../src/registration-record/publish.ts';
import { decide, page, send } from './child-documents.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { publishedSince } from './families.ts';
import { inState, traces } from './staff.ts';

const NEXT_WEEK = jakartaDay(new Date(Date.now() + 7 * 86_400_000));

describe('documents without which a registration does not go on', () => {
  let door: Door;
  let tu: Caller;
  let staff: Caller;
  beforeAll(async () => {
    door = await openDoor();
    tu = await door.caller('staff_tu', 'Tuti');
    staff = await door.caller('staff_pendidikan', 'Sri');
  });
  afterEach(() => door.db('document_types').update({ gate: 'warn', blocks_from: null }));
  afterAll(() => door.close());

  async function set(key: string, change: Record<string, unknown>) {
    const types = (await door.call(listDocumentTypes, tu)).json() as Array<Record<string, unknown>>;
    const { id, retired_at: _retired, ...type } = types.find((one) => one.key === key) ?? {};
    const answer = await door.call(updateDocumentType, tu, {
      params: { id: String(id) },
      body: { ...type, retired: false, ...change },
    });
    expect(answer.statusCode).toBe(200);
  }
  const schedule = (id: string, content = NEXT_WEEK) =>
    door.call(changeStage, staff, { params: { id }, body: { current_stage: 'obs_scheduled', content } });
  const approve = async (family: Caller, childId: string, key: string) => {
    await send(door, family, [childId, key], { files: [await page(door, family)] });
    const row = await door
      .db('child_documents as d')
      .join('document_types as t', 't.id', 'd.type_id')
      .where({ 'd.child_id': childId, 't.key': key })
      .first('d.id');
    await decide(door, row.id, 'approved');
  };
  const lastCopy = (since: number, id: string) =>
    (publishedSince(door, since, 'registration.changed') as EventPayload<'registration.changed'>[])
      .filter((one) => one.id === id)
      .at(-1)?.documents_complete;

  test('when a document is needed before the observation, then it is not scheduled without it, and nothing changes', async () => {
    await set('akta', { gate: 'block', needed_by: 'observation' });
    await set('kk', { gate: 'block', needed_by: 're_enrolment' });
    const since = door.published.length;
    const { family, made } = await inState(door, 'verified');
    expect(lastCopy(since, made.id)).toEqual({
      observation: false,
      re_enrolment: false,
      missing: [
        { key: 'akta', label: 'Akta kelahiran' },
        { key: 'kk', label: 'Kartu keluarga' },
      ],
    });
    const before = await traces(door, made.id);
    const refused = await schedule(made.id);
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'documents_missing',
        message: 'Dokumen anak belum lengkap: Akta kelahiran.',
        details: { types: ['akta'] },
      }),
    ]);
    expect(await traces(door, made.id)).toEqual(before);
    await approve(family, made.child_id, 'akta');
    expect((await schedule(made.id)).statusCode).toBe(200);
    // What was scheduled can be moved to another day.
    await door
      .db('child_documents')
      .where({ child_id: made.child_id })
      .update({ status: 'missing', approved_version: null });
    expect((await schedule(made.id, jakartaDay(new Date(Date.now() + 9 * 86_400_000)))).statusCode).toBe(200);
  });

  test('when more documents hold back than an event names, then it names the first of them', async () => {
    const type = await door.db('document_types').where({ key: 'akta' }).first();
    const rows = Array.from({ length: MISSING_DOCUMENTS_NAMED + 5 }, (_none, at) => ({
      ...type,
      id: uuidv7(),
      key: `sementara_${String.fromCodePoint(97 + at)}`,
      position: 500 + at,
      gate: 'block',
      blocks_from: new Date(0),
    }));
    await door.db('document_types').insert(rows);
    const since = door.published.length;
    const { made } = await inState(door, 'pending');
    const { missing } = lastCopy(since, made.id) ?? {};
    await door.db('document_types').where('position', '>=', 500).delete();
    expect(missing?.map(({ key }) => key)).toEqual(
      rows.slice(0, MISSING_DOCUMENTS_NAMED).map(({ key }) => key),
    );
  });

  test('when a gate is set, then it holds back none of the registrations that were there, and none while it only warns', async () => {
    const { made } = await inState(door, 'verified');
    await set('akta', { gate: 'block', needed_by: 'registration' });
    expect((await schedule(made.id)).statusCode).toBe(200);
    await set('akta', { gate: 'warn', needed_by: 'registration' });
    const later = await inState(door, 'verified');
    expect((await schedule(later.made.id)).statusCode).toBe(200);
  });

  test('when a type that holds back gets another name or ends, then all registrations are told again, once; a new help tells none', async () => {
    await set('akta', { gate: 'block' });
    await tellTypes(door.context);
    const { made } = await inState(door, 'pending');
    const since = door.published.length;
    await set('akta', { gate: 'block', help: 'Seluruh halaman terbaca.' });
    expect(await tellTypes(door.context)).toBe(0);
    await set('akta', { gate: 'block', label: 'Akta lahir' });
    expect(await tellTypes(door.context)).toBeGreaterThan(0);
    expect(lastCopy(since, made.id)?.missing).toEqual([{ key: 'akta', label: 'Akta lahir' }]);
    await set('akta', { gate: 'warn', label: 'Akta kelahiran' });
    expect(await tellTypes(door.context)).toBeGreaterThan(0);
    expect(lastCopy(since, made.id)).toEqual({ observation: true, re_enrolment: true });
    expect(await tellTypes(door.context)).toBe(0);
  });

  test('when events are published again, then they say how the documents are now', async () => {
    await set('akta', { gate: 'block' });
    const { family, made } = await inState(door, 'pending');
    await approve(family, made.child_id, 'akta');
    const since = door.published.length;
    await replayRegistrations(door.context);
    expect(lastCopy(since, made.id)).toEqual({ observation: true, re_enrolment: true });
  });
});
