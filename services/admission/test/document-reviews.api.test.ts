import { settleDocument } from '@gerbang/contracts/document-reviews';
import { listChildDocuments } from '@gerbang/contracts/child-documents';
import { documentRow, page, review, send, sentDocument, staffView, useDocuments } from './child-documents.ts';
import type { Caller, Door } from './door.ts';
import { publishedSince } from './families.ts';

describe('reviews of documents', () => {
  let door: Door;
  let parent: Caller;
  let cs: Caller;
  useDocuments((desk) => ({ door, parent, cs } = desk));
  afterEach(() => door.setClock(null));

  const settle = (
    caller: Caller,
    [childId, typeKey]: readonly [string, string],
    body: Record<string, unknown>,
    headers: Record<string, string> = {},
  ) => door.call(settleDocument, caller, { params: { childId, typeKey }, body, headers });
  const trail = (subject: string) =>
    door.db('audit_events').where({ subject_id: subject }).orderBy('id').pluck('action');
  const codes = (answer: { statusCode: number; json(): { code?: string } }) => [
    answer.statusCode,
    answer.json().code,
  ];

  test('when a document is returned, sent again and approved with facts, then each step is kept and told', async () => {
    const { child, registration, id } = await sentDocument(door, parent);
    const back = await review(door, cs, id, { number: 1, decision: 'returned', reason_code: 'terpotong' });
    expect([back.statusCode, back.json()]).toEqual([200, { status: 'returned', version: 3 }]);
    const family = await door.call(listChildDocuments, parent, { params: { childId: child.id } });
    expect(family.json()[0].versions[0].reason).toBe('Ada bagian yang terpotong. Foto seluruh halaman.');
    await send(door, parent, [child.id, 'akta'], { files: [await page(door, parent)] });
    const seen = await staffView(door, cs, registration.id);
    const from = door.published.length;
    const done = await review(door, cs, id, {
      number: 2,
      decision: 'approved',
      facts: ['child_name', 'birth_date'],
      facts_print: seen.facts_print,
    });
    expect([done.statusCode, done.json()]).toEqual([200, { status: 'approved', version: 5 }]);
    expect(publishedSince(door, from, 'registration.changed')).toEqual([
      expect.objectContaining({ id: registration.id }),
    ]);
    const after = await staffView(door, cs, registration.id);
    expect(after).toMatchObject({
      done: 1,
      of: 3,
      complete: { registration: true, observation: true, re_enrolment: false },
      own_family: false,
      checklist: { complete: { re_enrolment: false } },
    });
    expect(after.documents[0]).toMatchObject({
      status: 'approved',
      complete: true,
      type: { facts: ['child_name', 'birth_date', 'parent_names'] },
      versions: [
        { number: 2, decision: 'approved', reviewed_by: { name: 'Citra Dewi', role: 'cs' } },
        { number: 1, decision: 'returned', sent_by: { name: 'Rahma Aulia', role: 'wali_murid' } },
      ],
    });
    expect(after.facts.filter(({ checked }) => checked).map(({ fact }) => fact)).toEqual([
      'child_name',
      'birth_date',
    ]);
    expect(await trail(id)).toEqual([
      'document.sent',
      'document.returned',
      'document.sent',
      'document.approved',
    ]);
    expect(await trail(registration.id)).toEqual(expect.arrayContaining(['document.read', 'document.read']));
  });

  test('when a family has sent a newer version, then a review of the older one is refused, and one of the same twice', async () => {
    const { child, id } = await sentDocument(door, parent);
    await send(door, parent, [child.id, 'akta'], { files: [await page(door, parent)] });
    // Screens send the version that they have seen, which is an old one then, too.
    for (const headers of [{}, { 'if-match': '"2"' }] as Record<string, string>[]) {
      const old = await review(door, cs, id, { number: 1, decision: 'approved' }, headers);
      expect([...codes(old), old.json().message]).toEqual([
        409,
        'newer_version',
        'Keluarga baru mengirim versi lain.',
      ]);
    }
    expect(codes(await review(door, cs, id, { number: 3, decision: 'approved' }))).toEqual([409, 'stale']);
    const seen = await review(door, cs, id, { number: 2, decision: 'approved' }, { 'if-match': '"2"' });
    expect([...codes(seen), seen.json().stale.present]).toEqual([
      409,
      'stale',
      { status: 'uploaded', version: 3 },
    ]);
    expect((await review(door, cs, id, { number: 2, decision: 'approved' })).statusCode).toBe(200);
    expect(codes(await review(door, cs, id, { number: 2, decision: 'approved' }))).toEqual([409, 'stale']);
    expect(await door.db('document_versions').where({ document_id: id, number: 1 }).first()).toMatchObject({
      decision: null,
      reviewed_at: null,
    });
  });

  test('when a newer version of an approved one is returned, or the approval is taken back, then it ends with its ticks', async () => {
    const { child, registration, id } = await sentDocument(door, parent);
    const { facts_print } = await staffView(door, cs, registration.id);
    await review(door, cs, id, { number: 1, decision: 'approved', facts: ['child_name'], facts_print });
    await send(door, parent, [child.id, 'akta'], { files: [await page(door, parent)] });
    expect(await documentRow(door, child.id, 'akta')).toMatchObject({
      status: 'uploaded',
      approved_version: 1,
    });
    expect(await door.db('facts_checked').where({ child_id: child.id })).toHaveLength(1);
    await review(door, cs, id, { number: 2, decision: 'returned', reason_code: 'buram' });
    expect(await documentRow(door, child.id, 'akta')).toMatchObject({
      status: 'returned',
      approved_version: null,
    });
    expect(await door.db('facts_checked').where({ child_id: child.id })).toEqual([]);
    const other = await sentDocument(door, parent);
    await review(door, cs, other.id, { number: 1, decision: 'approved' });
    const back = await review(door, cs, other.id, {
      number: 1,
      decision: 'returned',
      reason_code: 'lain',
      reason_text: 'Bukan anak ini',
    });
    expect([back.statusCode, back.json().status]).toEqual([200, 'returned']);
    const versions = door.db('document_versions').where({ document_id: other.id });
    await expect(versions.clone().update({ reviewed_by_name: 'Lain' })).rejects.toThrow('not allowed');
    await expect(versions.clone().update({ reason_text: 'Lain' })).rejects.toThrow('not allowed');
  });

  test('when a body is not a whole decision, then 400; when a fact cannot be ticked, then 422, and nothing is written', async () => {
    const { registration, id } = await sentDocument(door, parent);
    const { facts_print } = await staffView(door, cs, registration.id);
    for (const body of [
      { decision: 'approved' },
      { number: 1, decision: 'returned' },
      { number: 1, decision: 'returned', reason_code: 'lain' },
      { number: 1, decision: 'approved', reason_code: 'buram' },
      { number: 1, decision: 'approved', facts: ['child_name'] },
      { number: 1, decision: 'approved', facts: ['shoe_size'], facts_print },
    ]) {
      expect((await review(door, cs, id, body)).statusCode).toBe(400);
    }
    const approve = (more: Record<string, unknown>) =>
      review(door, cs, id, { number: 1, decision: 'approved', facts_print, ...more });
    expect(codes(await approve({ facts: ['nik'] }))).toEqual([422, 'fact_differs']);
    // The family has typed no names of parents.
    expect(codes(await approve({ facts: ['parent_names'] }))).toEqual([422, 'fact_differs']);
    expect(codes(await approve({ expires_on: '2020-01-01' }))).toEqual([422, 'expires_on']);
    expect(await door.db('child_documents').where({ id }).first()).toMatchObject({
      status: 'uploaded',
      version: 2,
    });
    expect(await trail(id)).toEqual(['document.sent']);
  });

  test('when different data are the reason, then the family reads which facts were not the same', async () => {
    const { child, registration, id } = await sentDocument(door, parent);
    const { facts_print } = await staffView(door, cs, registration.id);
    await review(door, cs, id, {
      number: 1,
      decision: 'returned',
      reason_code: 'beda_data',
      facts: ['child_name'],
      facts_print,
    });
    const list = await door.call(listChildDocuments, parent, { params: { childId: child.id } });
    expect(list.json()[0].versions[0].reason).toBe(
      'Tanggal lahir, Nama orang tua pada dokumen berbeda dengan isian. Perbaiki salah satunya.',
    );
    expect(await door.db('facts_checked').where({ child_id: child.id })).toEqual([]);
  });

  test('when a type is valid for some months, then an approval says until when, unless the reviewer does', async () => {
    await door.db('document_types').where({ key: 'surat_sehat' }).update({ expires_months: 6 });
    door.setClock(new Date('2026-08-30T18:00:00Z'));
    const first = await sentDocument(door, parent, 'surat_sehat');
    await review(door, cs, first.id, { number: 1, decision: 'approved' });
    const second = await sentDocument(door, parent, 'surat_sehat');
    await review(door, cs, second.id, { number: 1, decision: 'approved', expires_on: '2026-12-01' });
    const days = await door
      .db('child_documents')
      .whereIn('id', [first.id, second.id])
      .orderBy('id')
      .pluck('expires_on');
    expect(days).toEqual(['2027-02-28', '2026-12-01']);
  });

  test('when staff decide about their own family, then 403 whatever their role is now', async () => {
    const own = await door.caller('wali_murid', 'Sari Melati');
    const { child, registration, id } = await sentDocument(door, own);
    for (const role of ['cs', 'staff_tu', 'admin'] as const) {
      const now = { id: own.id, role };
      const answers = [
        await review(door, now, id, { number: 1, decision: 'approved' }),
        await settle(now, [child.id, 'kk'], { status: 'seen', reason: 'Ditunjukkan di loket' }),
      ];
      expect(answers.map(codes)).toEqual([
        [403, 'own_family'],
        [403, 'own_family'],
      ]);
      expect((await staffView(door, now, registration.id)).own_family).toBe(true);
    }
    expect(await documentRow(door, child.id, 'kk')).toBeUndefined();
  });

  test('when an original was shown or a document is not needed, then it is complete with a reason, and sending it opens it again', async () => {
    const { child, registration } = await sentDocument(door, parent);
    const from = door.published.length;
    const seen = await settle(cs, [child.id, 'kk'], { status: 'seen', reason: 'Ditunjukkan di loket' });
    expect([seen.statusCode, seen.json()]).toEqual([200, { status: 'seen', version: 2 }]);
    expect(
      (await settle(cs, [child.id, 'ktp_ayah'], { status: 'waived', reason: 'Ayah meninggal' })).statusCode,
    ).toBe(200);
    expect(publishedSince(door, from, 'registration.changed')).toHaveLength(2);
    const view = await staffView(door, cs, registration.id);
    expect([view.done, view.of]).toEqual([1, 3]);
    expect(codes(await settle(cs, [child.id, 'kk'], { status: 'waived', reason: 'Tidak perlu' }))).toEqual([
      409,
      'stale',
    ]);
    expect(codes(await settle(cs, [child.id, 'rapor'], { status: 'waived', reason: 'Tidak perlu' }))).toEqual(
      [409, 'type_closed'],
    );
    expect(
      (await settle(cs, [child.id, 'tidak_ada'], { status: 'waived', reason: 'Tidak perlu' })).statusCode,
    ).toBe(404);
    expect((await settle(cs, [child.id, 'akta'], { status: 'seen', reason: 'ok' })).statusCode).toBe(400);
    await send(door, parent, [child.id, 'kk'], { files: [await page(door, parent)] });
    expect(await documentRow(door, child.id, 'kk')).toMatchObject({
      status: 'uploaded',
      waived_reason: null,
    });
    expect((await staffView(door, cs, registration.id)).done).toBe(0);
  });
});
