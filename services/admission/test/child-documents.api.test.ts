import { listChildDocuments } from '@gerbang/contracts/child-documents';
import { uuidv7 } from 'uuidv7';
import { decide, page, send, useDocuments } from './child-documents.ts';
import type { Caller, Door } from './door.ts';
import { makeChild, makeRegistration, setState } from './families.ts';
import { read } from './upload-calls.ts';

const NOT_USABLE = 'File tidak dapat dipakai. Unggah kembali filenya.';

describe('sending of documents', () => {
  let door: Door;
  let parent: Caller;
  let cs: Caller;
  useDocuments((desk) => ({ door, parent, cs } = desk));

  const child = async (family = parent, change: Record<string, unknown> = {}) => {
    const made = await makeChild(door, family);
    const registration = await makeRegistration(door, family, change, made);
    return { id: made.id, registration };
  };
  const list = async (childId: string, family = parent) => {
    const answer = await door.call(listChildDocuments, family, { params: { childId } });
    expect(answer.statusCode).toBe(200);
    return answer.json() as Array<Record<string, unknown> & { type: { key: string } }>;
  };
  const shown = async (childId: string, key: string) =>
    (await list(childId)).find((one) => one.type.key === key);
  const rowOf = (childId: string, key: string) =>
    door
      .db('child_documents as d')
      .join('document_types as t', 't.id', 'd.type_id')
      .where({ 'd.child_id': childId, 't.key': key })
      .first('d.*');

  test('when a family sends two pages, then they wait in their order, and family and staff of documents read them', async () => {
    const { id } = await child();
    const pages = [await page(door, parent), await page(door, parent, { media_type: 'application/pdf' })];
    const answer = await send(door, parent, [id, 'kk'], { files: pages, note: 'Halaman depan dan belakang' });
    expect([answer.statusCode, answer.json()]).toEqual([201, { status: 'uploaded', number: 1 }]);
    expect(await shown(id, 'kk')).toMatchObject({
      status: 'uploaded',
      complete: false,
      can_upload: true,
      versions: [
        {
          number: 1,
          note: 'Halaman depan dan belakang',
          pages: [
            { url: `/api/files/${pages[0]}`, media_type: 'image/jpeg' },
            { url: `/api/files/${pages[1]}`, media_type: 'application/pdf' },
          ],
          decision: null,
          reason: null,
        },
      ],
    });
    const row = await rowOf(id, 'kk');
    for (const file of await door.db('files').whereIn('id', pages)) {
      expect(file).toMatchObject({
        attached_to: 'child_document',
        record_id: row.id,
        family_user_id: parent.id,
      });
    }
    const [version] = await door.db('document_versions').where({ document_id: row.id });
    expect(version.note).toMatch(/^v1\./u);
    expect(await door.db('audit_events').where({ subject_id: row.id })).toEqual([
      expect.objectContaining({
        action: 'document.sent',
        actor_id: parent.id,
        details: { child_id: id, document_type: 'kk', sending: 1, document_status: 'missing', pages: 2 },
      }),
    ]);
  });

  test('when a list is read, then it has the types of live registrations and no person’s name', async () => {
    const { id, registration } = await child(parent, { jenjang: 'SD', kelas: '1' });
    await send(door, parent, [id, 'akta'], { files: [await page(door, parent)] });
    await decide(door, (await rowOf(id, 'akta')).id, 'returned');
    const keys = (await list(id)).map(({ type }) => type.key);
    expect(keys).toEqual(['akta', 'kk', 'pas_foto', 'ktp_ayah', 'ktp_ibu', 'surat_pindah', 'surat_sehat']);
    const text = JSON.stringify(await list(id));
    expect(text).not.toContain('Citra');
    expect(text).not.toContain('Rahma');
    expect(text).not.toContain('reviewed_by');
    expect(await shown(id, 'akta')).toMatchObject({
      status: 'returned',
      versions: [{ reason_code: 'buram', reason: 'Tulisan tidak terbaca. Foto ulang di tempat terang.' }],
    });
    await setState(door, registration.id, { current_stage: 'failed' });
    expect(await list(id)).toEqual([]);
  });

  test('when an approved document gets a newer version, then the approval counts until it is decided', async () => {
    const { id } = await child();
    const once = async () => send(door, parent, [id, 'akta'], { files: [await page(door, parent)] });
    await once();
    const row = await rowOf(id, 'akta');
    await decide(door, row.id, 'approved');
    expect((await once()).json()).toEqual({ status: 'uploaded', number: 2 });
    expect(await shown(id, 'akta')).toMatchObject({ status: 'uploaded', complete: true });
    await decide(door, row.id, 'returned');
    expect(await shown(id, 'akta')).toMatchObject({ status: 'returned', complete: false });
  });

  test('when staff send on behalf, then the family reads the page and its name stays with the version', async () => {
    const { id } = await child();
    const scan = await page(door, cs);
    const answer = await send(door, cs, [id, 'akta'], { files: [scan] });
    expect([answer.statusCode, answer.json()]).toEqual([201, { status: 'uploaded', number: 1 }]);
    const row = await rowOf(id, 'akta');
    expect(await door.db('document_versions').where({ document_id: row.id }).first()).toMatchObject({
      sent_by_id: cs.id,
      sent_by_name: 'Citra Dewi',
      sent_by_role: 'cs',
    });
    // Rows without bytes: readable is 404 only for want of them, so the row decides here.
    expect(await door.db('files').where({ id: scan }).first()).toMatchObject({ family_user_id: parent.id });
  });

  test('when a call is repeated with its key, then one version; without a key 400; with another body 422', async () => {
    const { id } = await child();
    const files = [await page(door, parent)];
    const key = uuidv7();
    const first = await send(door, parent, [id, 'akta'], { files }, key);
    const again = await send(door, parent, [id, 'akta'], { files }, key);
    expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
    const other = await send(door, parent, [id, 'kk'], { files }, key);
    expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency_key']);
    const none = await door.call('D03', parent, {
      params: { childId: id, typeKey: 'akta' },
      body: { files },
    });
    expect([none.statusCode, none.json().code]).toEqual([400, 'idempotency_key_required']);
    expect(
      await door.db('document_versions').where({ document_id: (await rowOf(id, 'akta')).id }),
    ).toHaveLength(1);
  });

  test('when pages are not usable, then 422 names the page and nothing is attached', async () => {
    const { id } = await child();
    const free = await page(door, parent);
    const used = await page(door, parent);
    await send(door, parent, [id, 'kk'], { files: [used] });
    const foreign = await page(door, await door.caller());
    const proof = await page(door, parent, { purpose: 'payment_evidence' });
    const many = await Promise.all([1, 2, 3].map(() => page(door, parent)));
    const cases = [
      [[free, foreign], 'not_your_file', 'files.1', NOT_USABLE],
      [[uuidv7()], 'not_your_file', 'files.0', NOT_USABLE],
      [[proof], 'not_your_file', 'files.0', NOT_USABLE],
      [[await page(door, cs)], 'not_your_file', 'files.0', NOT_USABLE],
      [[used], 'file_used', 'files.0', 'File ini sudah dipakai. Unggah kembali filenya.'],
      [[free, free], 'file_used', 'files.1', 'File ini sudah dipakai. Unggah kembali filenya.'],
      [many, 'too_many_files', 'files', 'Paling banyak 2 halaman'],
    ] as const;
    for (const [files, code, path, message] of cases) {
      const answer = await send(door, parent, [id, 'akta'], { files });
      expect([answer.statusCode, answer.json().code, answer.json().issues]).toEqual([
        422,
        code,
        [{ path, message }],
      ]);
    }
    const photo = await send(door, parent, [id, 'pas_foto'], {
      files: [await page(door, parent, { media_type: 'application/pdf' })],
    });
    expect([photo.statusCode, photo.json().code]).toEqual([422, 'file_type']);
    expect(await rowOf(id, 'akta')).toBeUndefined();
    expect((await door.db('files').where({ id: free }).first()).attached_at).toBeNull();
  });

  test('when a type is unknown, not asked or retired, then 404 or 409 type_closed', async () => {
    const { id } = await child();
    const files = [await page(door, parent)];
    expect((await send(door, parent, [id, 'tidak_ada'], { files })).statusCode).toBe(404);
    const other = await send(door, parent, [id, 'rapor'], { files });
    expect([other.statusCode, other.json().code]).toEqual([409, 'type_closed']);
    await door.db('document_types').where({ key: 'surat_sehat' }).update({ retired_at: new Date() });
    const retired = await send(door, parent, [id, 'surat_sehat'], { files });
    await door.db('document_types').where({ key: 'surat_sehat' }).update({ retired_at: null });
    expect([retired.statusCode, retired.json().code]).toEqual([409, 'type_closed']);
  });

  test('when a re-enrolment is processed, then an accepted document is locked and a missing one is not', async () => {
    const { id, registration } = await child();
    await send(door, parent, [id, 'akta'], { files: [await page(door, parent)] });
    await decide(door, (await rowOf(id, 'akta')).id, 'approved');
    await door.db('registrations').where({ id: registration.id }).update({ locked: true });
    const answer = await send(door, parent, [id, 'akta'], { files: [await page(door, parent)] });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'locked']);
    expect(await shown(id, 'akta')).toMatchObject({ can_upload: false });
    expect((await send(door, parent, [id, 'kk'], { files: [await page(door, parent)] })).statusCode).toBe(
      201,
    );
  });

  test('when the child is another family’s or deleted, then 404 for sending, reading and on behalf', async () => {
    const stranger = await door.caller();
    const { id } = await child(stranger);
    const answer = await send(door, parent, [id, 'akta'], { files: [await page(door, parent)] });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    expect((await door.call(listChildDocuments, parent, { params: { childId: id } })).statusCode).toBe(404);
    await door.db('children').where({ id }).update({ deleted_at: new Date() });
    for (const caller of [stranger, cs]) {
      expect((await send(door, caller, [id, 'akta'], { files: [await page(door, caller)] })).statusCode).toBe(
        404,
      );
    }
  });

  test('when 40 families’ calls want the same page, then one gets it and the versions are numbered without a gap', async () => {
    const { id } = await child();
    const shared = await page(door, parent);
    const same = await Promise.all(
      Array.from({ length: 40 }, (_one, at) =>
        send(door, parent, [id, at % 2 ? 'akta' : 'kk'], { files: [shared] }),
      ),
    );
    expect(same.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(new Set(same.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 422]));
    const pages = await Promise.all(Array.from({ length: 40 }, () => page(door, parent)));
    const sent = await Promise.all(
      pages.map((one) => send(door, parent, [id, 'pas_foto'], { files: [one] })),
    );
    expect(sent.every(({ statusCode }) => statusCode === 201)).toBe(true);
    const row = await rowOf(id, 'pas_foto');
    const versions = await door.db('document_versions').where({ document_id: row.id }).orderBy('number');
    expect(versions.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_one, at) => at + 1));
    expect(row).toMatchObject({ status: 'uploaded', current_version: 40 });
    const used = (await door.db('document_versions').select('files')).flatMap(
      ({ files }) => files as string[],
    );
    expect(new Set(used).size).toBe(used.length);
  });

  test('when files of documents are read by every role and family, then only the table’s readers get past 404', async () => {
    const { id } = await child();
    const file_id = await page(door, parent);
    await door.context.store.put(file_id, Buffer.from('halaman'));
    await send(door, parent, [id, 'akta'], { files: [file_id] });
    const link = `/api/files/${file_id}`;
    const readers = ['cs', 'staff_pendidikan', 'staff_tu', 'manager_pendidikan', 'admin'] as const;
    for (const role of ['finance', 'it', ...readers] as const) {
      const answer = await read(door, await door.caller(role), link);
      expect([role, answer.statusCode]).toEqual([
        role,
        (readers as readonly string[]).includes(role) ? 200 : 404,
      ]);
    }
    expect((await read(door, parent, link)).statusCode).toBe(200);
    for (let at = 0; at < 10; at += 1) {
      expect((await read(door, await door.caller(), link)).statusCode).toBe(404);
    }
  });
});
