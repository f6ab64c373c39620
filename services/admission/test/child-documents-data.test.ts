import type { AdmissionExport } from '@gerbang/contracts/admission.types';
import { updateChild } from '@gerbang/contracts/children';
import { decideErasure, requestErasure } from '@gerbang/contracts/erasure-requests';
import { DOCUMENT_MACHINE, type DocumentStatus, isDocumentComplete } from '@gerbang/domain/child-documents';
import { edgeFor } from '@gerbang/domain/transitions';
import { previewRetention, runRetention } from '@gerbang/service-kit/data/retention';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { retentionRules } from '../src/retention/retention.ts';
import { decide, page, review, send, staffView } from './child-documents.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeChild, makeRegistration, publishedSince, setState } from './families.ts';

describe('data of documents', () => {
  let door: Door;
  let cs: Caller;
  let admin: Caller;
  beforeAll(async () => {
    door = await openDoor();
    cs = await door.caller('cs', 'Citra Dewi');
    admin = await door.caller('admin', 'Dewi Lestari');
  });
  afterEach(() => door.setClock(null));
  afterAll(() => door.close());

  /** A page whose bytes are stored. */
  async function stored(caller: Caller): Promise<string> {
    const id = await page(door, caller);
    await door.context.store.put(id, Buffer.from('halaman'));
    return id;
  }
  async function family() {
    const caller = await door.caller();
    const child = await makeChild(door, caller);
    return { caller, child, registration: await makeRegistration(door, caller, {}, child) };
  }
  const documentOf = (childId: string, key: string) =>
    door
      .db('child_documents as d')
      .join('document_types as t', 't.id', 'd.type_id')
      .where({ 'd.child_id': childId, 't.key': key })
      .first('d.*');
  const hasBytes = async (id: string) => {
    const found = await door.context.store.get(id);
    found?.stream.destroy();
    return found !== null;
  };
  const exported = async (caller: Caller): Promise<AdmissionExport> =>
    (
      await door.app.inject({ url: '/api/parent/data-export/admission', headers: door.headers(caller) })
    ).json();

  test('when a family exports, then it has every sending and decision, its files, and none of another’s', async () => {
    const mine = await family();
    const other = await family();
    const files = [await stored(mine.caller), await stored(cs)];
    await send(door, mine.caller, [mine.child.id, 'akta'], {
      files: files.slice(0, 1),
      note: 'Salinan kantor',
    });
    const { id } = await documentOf(mine.child.id, 'akta');
    await decide(door, id, 'returned');
    await send(door, cs, [mine.child.id, 'akta'], { files: files.slice(1) });
    await send(door, other.caller, [other.child.id, 'akta'], { files: [await stored(other.caller)] });
    const data = await exported(mine.caller);
    expect(data.documents).toEqual([
      expect.objectContaining({
        id,
        child_id: mine.child.id,
        type_key: 'akta',
        status: 'uploaded',
        versions: [
          expect.objectContaining({ number: 2, sent_by: { name: 'Citra Dewi', role: 'cs' }, decision: null }),
          expect.objectContaining({
            number: 1,
            note: 'Salinan kantor',
            decision: 'returned',
            reason: 'Tulisan tidak terbaca. Foto ulang di tempat terang.',
            reviewed_by: { name: 'Citra Dewi', role: 'cs' },
          }),
        ],
      }),
    ]);
    expect(data.files.map((file) => file.id).toSorted()).toEqual(files.toSorted());
    expect(data.trail.map(({ action }) => action)).toContain('document.sent_on_behalf');
  });

  test('when a family is erased, then no version, file, byte or tick of its children is left, and another’s stays', async () => {
    const mine = await family();
    const other = await family();
    const files = [await stored(mine.caller), await stored(cs)];
    const kept = await stored(other.caller);
    await send(door, mine.caller, [mine.child.id, 'akta'], { files: files.slice(0, 1) });
    await send(door, cs, [mine.child.id, 'kk'], { files: files.slice(1) });
    await send(door, other.caller, [other.child.id, 'akta'], { files: [kept] });
    const { id } = await documentOf(mine.child.id, 'akta');
    const { facts_print } = await staffView(door, cs, mine.registration.id);
    const body = { number: 1, decision: 'approved', facts: ['child_name'], facts_print };
    expect((await review(door, cs, id, body)).statusCode).toBe(200);
    expect(await door.db('facts_checked').where({ child_id: mine.child.id })).toHaveLength(1);
    const name = { full_name: 'Aisya Putri' };
    await door.call(updateChild, mine.caller, { params: { id: mine.child.id }, body: name });
    expect((await exported(mine.caller)).documents.find((one) => one.id === id)).toMatchObject({
      facts_checked: [],
      facts_changed: [{ fact: 'child_name' }],
    });
    await door.db('document_notices').insert({ child_id: mine.child.id, told_at: new Date() });
    await door
      .db('document_reminders')
      .insert({ registration_id: mine.registration.id, asked_at: new Date() });
    const asked = await door.call(requestErasure, mine.caller, { body: {} });
    const done = await door.call(decideErasure, admin, {
      params: { id: asked.json().id },
      body: { status: 'approved' },
    });
    expect(done.statusCode).toBe(200);
    expect(await door.db('child_documents').where({ child_id: mine.child.id })).toEqual([]);
    expect(await door.db('document_versions').where({ document_id: id })).toEqual([]);
    for (const table of ['facts_checked', 'facts_changed', 'document_notices']) {
      expect(await door.db(table).where({ child_id: mine.child.id })).toEqual([]);
    }
    const reminders = door.db('document_reminders').where({ registration_id: mine.registration.id });
    expect(await reminders).toEqual([]);
    expect(await door.db('files').whereIn('id', files)).toEqual([]);
    for (const file of files) expect(await hasBytes(file)).toBe(false);
    expect(await hasBytes(kept)).toBe(true);
    expect(await documentOf(other.child.id, 'akta')).toBeDefined();
  });

  test('when time is over, then replaced versions and documents of families that were accepted nowhere end', async () => {
    const { caller, child, registration } = await family();
    const pages = [await stored(caller), await stored(caller)];
    await send(door, caller, [child.id, 'akta'], { files: pages.slice(0, 1) });
    const { id } = await documentOf(child.id, 'akta');
    await decide(door, id, 'returned');
    await send(door, caller, [child.id, 'akta'], { files: pages.slice(1) });
    const rules = () => retentionRules(door.context);
    const preview = async (days: number) => {
      door.setClock(new Date(Date.now() + days * 86_400_000));
      const { document_versions_replaced: versions, child_documents: documents } = await previewRetention(
        door.db,
        rules(),
      );
      return [versions, documents];
    };
    expect(await preview(400)).toEqual([0, 0]);
    await decide(door, id, 'approved');
    expect(await preview(89)).toEqual([0, 0]);
    expect(await preview(92)).toEqual([1, 0]);
    await runRetention(door.context, rules());
    expect(await door.db('document_versions').where({ document_id: id }).pluck('number')).toEqual([2]);
    expect([await hasBytes(pages[0] ?? ''), await hasBytes(pages[1] ?? '')]).toEqual([false, true]);
    // The school year 2026/2027 and twelve months are over.
    const becomes = (current_stage: string) => setState(door, registration.id, { current_stage });
    await becomes('passed');
    door.setClock(new Date('2028-07-01T03:00:00Z'));
    const before = (await previewRetention(door.db, rules())).child_documents ?? 0;
    await becomes('obs_attended');
    expect((await previewRetention(door.db, rules())).child_documents).toBe(before + 1);
    // The document is complete, and after its end it is not: other services are told.
    await door
      .db('document_types')
      .where({ key: 'akta' })
      .update({ gate: 'block', blocks_from: new Date(0) });
    const from = door.published.length;
    await runRetention(
      door.context,
      rules().filter(({ name }) => name === 'child_documents'),
    );
    await door.db('document_types').where({ key: 'akta' }).update({ gate: 'warn', blocks_from: null });
    expect(publishedSince(door, from, 'registration.changed')).toEqual([
      expect.objectContaining({
        child_id: child.id,
        documents_complete: { observation: true, re_enrolment: false },
      }),
    ]);
    expect(await documentOf(child.id, 'akta')).toBeUndefined();
    expect(await hasBytes(pages[1] ?? '')).toBe(false);
  });

  const STEPS = ['family', 'staff', 'repeat', 'approved', 'returned'] as const;

  /** Sends and decides a photograph of this child in this order; what is kept must be what the machine says. */
  async function sendAndDecide(
    { caller, child }: Awaited<ReturnType<typeof family>>,
    steps: readonly (typeof STEPS)[number][],
  ): Promise<void> {
    await door.db('child_documents').where({ child_id: child.id }).delete();
    let status: DocumentStatus = 'missing';
    let number = 0;
    let approved: number | null = null;
    let used = uuidv7();
    for (const one of steps) {
      if (one === 'approved' || one === 'returned') {
        const action = one === 'approved' ? 'approve' : 'return';
        if (status !== 'uploaded' || !edgeFor(DOCUMENT_MACHINE, status, { action, by: 'reviewer' })) continue;
        await decide(door, (await documentOf(child.id, 'pas_foto')).id, one);
        status = one;
        approved = one === 'approved' ? number : null;
        continue;
      }
      const sender = one === 'staff' ? cs : caller;
      const file: string = one === 'repeat' ? used : await page(door, sender);
      const answer = await send(door, sender, [child.id, 'pas_foto'], { files: [file] });
      if (one === 'repeat') {
        expect(answer.statusCode).toBe(422);
        continue;
      }
      number += 1;
      status = 'uploaded';
      if (sender === caller) used = file;
      expect([answer.statusCode, answer.json()]).toEqual([201, { status, number }]);
    }
    const row = await documentOf(child.id, 'pas_foto');
    expect([row?.status ?? 'missing', row?.current_version ?? 0, row?.approved_version ?? null]).toEqual([
      status,
      number,
      approved,
    ]);
    if (row) expect(isDocumentComplete(row)).toBe(status === 'approved' || approved !== null);
    const versions = row ? await door.db('document_versions').where({ document_id: row.id }) : [];
    const pages = versions.flatMap(({ files }) => files as string[]);
    expect([versions.length, new Set(pages).size]).toEqual([number, number]);
    expect(await door.db('files').whereIn('id', pages).where({ family_user_id: caller.id })).toHaveLength(
      number,
    );
  }

  test('when families and staff send and decide in any order, then the states are the machine’s and no page is used twice', async () => {
    const families = await Promise.all(Array.from({ length: 5 }, family));
    const steps = fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 6 });
    // Five families beside each other: 200 orders in all.
    await fc.assert(
      fc.asyncProperty(fc.tuple(steps, steps, steps, steps, steps), async (orders) => {
        await Promise.all(families.map((one, at) => sendAndDecide(one, orders[at] ?? [])));
      }),
      { numRuns: 40 },
    );
  });

  test('when 40 sendings meet 40 decisions, then each decision names a version that was the newest when it was taken', async () => {
    const { caller, child } = await family();
    await send(door, caller, [child.id, 'akta'], { files: [await page(door, caller)] });
    const { id } = await documentOf(child.id, 'akta');
    const pages = await Promise.all(Array.from({ length: 40 }, () => page(door, caller)));
    const decided: number[] = [];
    const review = () =>
      door.database.transaction(async (trx) => {
        const row = await trx('child_documents').where({ id }).forUpdate().first();
        if (row.status !== 'uploaded') return;
        const newest = await trx('document_versions').where({ document_id: id }).max('number as n').first();
        expect(row.current_version).toBe(newest?.n);
        decided.push(row.current_version);
        await trx('child_documents')
          .where({ id })
          .update({ status: 'returned', approved_version: null, version: row.version + 1 });
      });
    const all = await Promise.all(
      pages.flatMap((one) => [send(door, caller, [child.id, 'akta'], { files: [one] }), review()]),
    );
    expect(all.filter((answer) => answer?.statusCode === 201)).toHaveLength(40);
    expect(new Set(decided).size).toBe(decided.length);
    expect(await documentOf(child.id, 'akta')).toMatchObject({ current_version: 41 });
  });
});
