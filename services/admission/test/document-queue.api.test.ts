import { deleteChild } from '@gerbang/contracts/children';
import {
  listDocumentQueue,
  summarizeDocuments,
  type DocumentCounts,
  type DocumentRow,
} from '@gerbang/contracts/document-reviews';
import { documentQueue } from '../src/child-documents/document-queue.view.ts';
import { decide, page, review, send, sentDocument, useDocuments } from './child-documents.ts';
import type { Caller, Door } from './door.ts';
import { makeChild, makeRegistration, setState } from './families.ts';

describe('the queue of documents', () => {
  let door: Door;
  let parent: Caller;
  let cs: Caller;
  useDocuments((desk) => ({ door, parent, cs } = desk));

  const list = async (query = ''): Promise<DocumentRow[]> => {
    const answer = await door.call(listDocumentQueue, cs, { query });
    expect(answer.statusCode).toBe(200);
    return answer.json();
  };
  const count = async (query = ''): Promise<DocumentCounts> => {
    const answer = await door.call(summarizeDocuments, cs, { query });
    expect(answer.statusCode).toBe(200);
    return answer.json();
  };

  test('when documents wait, then the oldest stands first with its pages, and filters, search and counts agree', async () => {
    const first = await sentDocument(door, parent, 'akta', { full_name: 'Zahra Kirana' });
    const second = await sentDocument(door, parent, 'kk');
    const little = await makeChild(door, parent, { full_name: 'Bintang Kecil' });
    const kb = await makeRegistration(door, parent, { jenjang: 'KB', kelas: null }, little);
    await send(door, parent, [little.id, 'akta'], { files: [await page(door, parent)] });
    const approved = await sentDocument(door, parent, 'akta');
    await review(door, cs, approved.id, { number: 1, decision: 'approved' });
    const failed = await sentDocument(door, parent, 'akta');
    await setState(door, failed.registration.id, { current_stage: 'failed' });

    const rows = await list();
    expect(rows.map(({ id }) => id).slice(0, 2)).toEqual([first.id, second.id]);
    expect(rows.map(({ child_name }) => child_name)).toEqual([
      'Zahra Kirana',
      'Aisyah Putri',
      'Bintang Kecil',
    ]);
    expect(rows[0]).toMatchObject({
      version: 2,
      number: 1,
      status: 'uploaded',
      type: { key: 'akta', label: 'Akta kelahiran', facts: ['child_name', 'birth_date', 'parent_names'] },
      child_id: first.child.id,
      registration_id: first.registration.id,
      registration_number: first.registration.registration_number,
      jenjang: 'SD',
      kelas: '1',
      pages: [{ media_type: 'image/jpeg' }],
    });
    expect(rows[1]?.type.facts).toEqual(['kk_number', 'parent_names', 'address', 'nik']);
    expect((await list('sort=-sent_at')).map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toReversed());
    expect((await list('type=kk')).map(({ id }) => id)).toEqual([second.id]);
    expect((await list('jenjang=KB')).map(({ registration_id }) => registration_id)).toEqual([kb.id]);
    expect((await list('search=zahra')).map(({ id }) => id)).toEqual([first.id]);
    expect((await list('status=approved')).map(({ id }) => id)).toEqual([approved.id]);
    expect((await list(`id=${approved.id}`)).map(({ id }) => id)).toEqual([approved.id]);
    expect(await list(`id=${failed.id}`)).toEqual([]);
    expect(await list('needed_by=observation')).toEqual([]);
    expect(await count()).toEqual({
      waiting: 3,
      returned: 0,
      approved: 1,
      changed: 0,
      by_type: [
        { key: 'akta', label: 'Akta kelahiran', count: 2 },
        { key: 'kk', label: 'Kartu keluarga', count: 1 },
      ],
      by_jenjang: [
        { jenjang: 'KB', count: 1 },
        { jenjang: 'SD', count: 2 },
      ],
    });
    expect(await count('type=akta&jenjang=SD')).toEqual({
      waiting: 1,
      returned: 0,
      approved: 1,
      changed: 0,
      by_type: [
        { key: 'akta', label: 'Akta kelahiran', count: 1 },
        { key: 'kk', label: 'Kartu keluarga', count: 1 },
      ],
      by_jenjang: [
        { jenjang: 'KB', count: 1 },
        { jenjang: 'SD', count: 1 },
      ],
    });
    expect((await count('search=bintang')).waiting).toBe(1);
  });

  test('when a child has several registrations, then a document stands once, with the newest that asks for it', async () => {
    const { child, id } = await sentDocument(door, parent, 'surat_pindah');
    await makeRegistration(door, parent, { jenjang: 'KB', kelas: null, academic_year: '2027/2028' }, child);
    const rows = (await list('type=surat_pindah')).filter((row) => row.id === id);
    expect(rows.map(({ jenjang }) => jenjang)).toEqual(['SD']);
  });

  test('when a year is chosen, then list, total and counts are of the registrations of that year', async () => {
    const { child, id, registration } = await sentDocument(door, parent, 'ktp_ayah');
    const next = await makeRegistration(
      door,
      parent,
      { jenjang: 'SD', kelas: '2', academic_year: '2027/2028' },
      child,
    );
    const other = await sentDocument(door, parent, 'ktp_ayah');
    const of = async (query: string) =>
      (await list(`type=ktp_ayah&${query}`)).map((row) => [row.id, row.registration_id]);
    expect(await of('academic_year=2026/2027')).toEqual([
      [id, registration.id],
      [other.id, other.registration.id],
    ]);
    expect(await of('academic_year=2027/2028')).toEqual([[id, next.id]]);
    expect(await of('academic_year=2028/2029')).toEqual([]);
    expect(await of('')).toHaveLength(2);
    const figures = await count('type=ktp_ayah&academic_year=2027/2028');
    // The menu counts what waits in every year.
    expect(figures).toMatchObject({ waiting: 2, by_jenjang: [{ jenjang: 'SD', count: 1 }] });
    expect((await count('type=ktp_ayah')).waiting).toBe(2);
    await decide(door, other.id, 'returned');
    expect(await count('type=ktp_ayah&parts_year=2026/2027')).toMatchObject({ waiting: 1, returned: 1 });
    expect(await count('type=ktp_ayah&parts_year=2027/2028')).toMatchObject({
      waiting: 1,
      returned: 0,
      by_jenjang: [{ jenjang: 'SD', count: 1 }],
    });
  });

  test('when a child is deleted, then its documents wait no more, in the list, the total and the counts', async () => {
    const { child, id } = await sentDocument(door, parent, 'ktp_ibu');
    await sentDocument(door, parent, 'ktp_ibu');
    await sentDocument(door, parent, 'ktp_ibu');
    await door.call(deleteChild, parent, { params: { id: child.id } });
    const answer = await door.call(listDocumentQueue, cs, { query: 'type=ktp_ibu&limit=1' });
    expect(answer.headers['x-total-count']).toBe('2');
    expect((await list('type=ktp_ibu')).map((row) => row.id)).not.toContain(id);
    expect((await count('type=ktp_ibu')).waiting).toBe(2);
  });

  test('when pages are read one after the other while the queue shrinks, then none is shown twice or left out', async () => {
    const sent = [];
    for (let one = 0; one < 7; one += 1) sent.push((await sentDocument(door, parent, 'pas_foto')).id);
    const seen: string[] = [];
    let query: string | undefined = 'type=pas_foto&limit=2';
    while (query !== undefined) {
      const answer = await door.call(listDocumentQueue, cs, { query });
      expect(answer.headers['x-total-count']).toBe('7');
      seen.push(...(answer.json() as DocumentRow[]).map(({ id }) => id));
      query = /\?([^>]+)>; rel="next"/u.exec(String(answer.headers.link ?? ''))?.[1];
      // A document of a page that was read already leaves the queue.
      if (seen.length === 4) {
        await review(door, cs, seen[0] ?? '', { number: 1, decision: 'returned', reason_code: 'buram' });
      }
    }
    expect(seen).toEqual(sent);
  });

  test('when many documents wait, then an index gives them in their order', async () => {
    const rows = documentQueue(door.db, {})
      .rows()
      .orderByRaw('child_documents.updated_at, child_documents.id')
      .limit(51);
    const plan = await door.db.transaction(async (trx) => {
      await trx.raw(
        'set local enable_seqscan = off; set local enable_sort = off; set local enable_bitmapscan = off',
      );
      const { sql, bindings } = rows.toSQL();
      const found = await trx.raw(`explain ${sql}`, bindings as string[]);
      return (found.rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toMatch(/Index Scan using child_documents_(?:waiting|by_status) on child_documents/u);
    expect(plan).toMatch(/Index \w+ .*on registrations r/u);
    expect(plan).not.toContain('Sort Key: child_documents');
  });
});
