import { updateChild } from '@gerbang/contracts/children';
import { listDocumentQueue, summarizeDocuments, type DocumentRow } from '@gerbang/contracts/document-reviews';
import type { DocumentFact } from '@gerbang/domain/child-documents';
import { page, review, send, sentDocument, staffView } from './child-documents.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { publishedSince, someNik } from './families.ts';

describe('accepted documents whose data changed', () => {
  let door: Door;
  let parent: Caller;
  let cs: Caller;
  let tu: Caller;
  beforeAll(async () => {
    door = await openDoor({ NIK_ENTRIES_PER_DAY: '100000', NIK_CHANGES_PER_CHILD: '100000' });
    parent = await door.caller('wali_murid', 'Rahma Aulia');
    cs = await door.caller('cs', 'Citra Dewi');
    tu = await door.caller('staff_tu', 'Tuti Handayani');
  });
  afterAll(() => door.close());

  const change = async (id: string, body: Record<string, unknown>) => {
    expect((await door.call(updateChild, parent, { params: { id }, body })).statusCode).toBe(200);
  };
  const printOf = async (id: string) => (await staffView(door, cs, id)).facts_print;
  const approve = async (
    caller: Caller,
    { id, registration }: { readonly id: string; readonly registration: { readonly id: string } },
    facts: readonly DocumentFact[],
    more: Record<string, unknown> = {},
  ) =>
    review(door, caller, id, {
      number: 1,
      decision: 'approved',
      facts,
      facts_print: await printOf(registration.id),
      ...more,
    });
  /** A family card that was accepted with its NIK, which was typed anew since. */
  async function changedCard() {
    const sent = await sentDocument(door, parent, 'kk', { nik: someNik(), kk_number: '3174054105190011' });
    expect((await approve(cs, sent, ['nik', 'kk_number'])).statusCode).toBe(200);
    await change(sent.child.id, { nik: someNik() });
    return sent;
  }
  const toCompare = async (): Promise<DocumentRow[]> =>
    (await door.call(listDocumentQueue, cs, { query: 'status=changed' })).json();
  const ofDocument = async (id: string) => (await toCompare()).filter((row) => row.id === id);
  const codes = (answer: { statusCode: number; json(): { code?: string } }) => [
    answer.statusCode,
    answer.json().code,
  ];

  test('when a NIK is typed anew, then the queue holds its document, and a tick of the new one keeps it accepted', async () => {
    const sent = await changedCard();
    const waiting = (await door.call(summarizeDocuments, cs, { query: 'status=changed' })).json();
    expect(waiting).toMatchObject({ changed: 1, by_type: [{ key: 'kk', count: 1 }] });
    expect(await toCompare()).toEqual([
      expect.objectContaining({ id: sent.id, status: 'approved', changed: ['nik'] }),
    ]);
    const before = await door.db('child_documents').where({ id: sent.id }).first();
    const versions = await door.db('document_versions').where({ document_id: sent.id });
    const from = door.published.length;
    const done = await approve(tu, sent, ['nik']);
    expect([done.statusCode, done.json()]).toEqual([
      200,
      { status: 'approved', version: before.version + 1 },
    ]);
    expect(await toCompare()).toEqual([]);
    expect(await door.db('child_documents').where({ id: sent.id }).first()).toEqual({
      ...before,
      version: before.version + 1,
    });
    expect(await door.db('document_versions').where({ document_id: sent.id })).toEqual(versions);
    expect(publishedSince(door, from, 'registration.changed')).toEqual([]);
    const { facts } = await staffView(door, cs, sent.registration.id);
    const readers = new Map(facts.map(({ fact, checked }) => [fact, checked?.by.name ?? null]));
    expect([readers.get('nik'), readers.get('kk_number'), readers.get('address')]).toEqual([
      'Tuti Handayani',
      'Citra Dewi',
      null,
    ]);
    const [last] = await door.db('audit_events').where({ subject_id: sent.id }).orderBy('id', 'desc');
    expect(last).toMatchObject({
      action: 'document.rechecked',
      actor_name: 'Tuti Handayani',
      details: { child_id: sent.child.id, document_type: 'kk', document_status: 'approved', facts: ['nik'] },
    });
  });

  test('when there is no fact, another decision hides in it, or something changed meanwhile, then it is refused', async () => {
    const sent = await changedCard();
    expect(codes(await approve(cs, sent, []))).toEqual([409, 'stale']);
    expect(codes(await approve(cs, sent, ['nik'], { expires_on: '2099-01-01' }))).toEqual([409, 'stale']);
    expect(codes(await approve(cs, sent, ['child_name']))).toEqual([422, 'fact_differs']);
    expect(codes(await approve(cs, sent, ['nik'], { facts_print: 'lama' }))).toEqual([409, 'stale']);
    const body = {
      number: 1,
      decision: 'approved',
      facts: ['nik'],
      facts_print: await printOf(sent.registration.id),
    };
    expect(codes(await review(door, cs, sent.id, body, { 'if-match': '"2"' }))).toEqual([409, 'stale']);
    expect(codes(await review(door, { id: parent.id, role: 'cs' }, sent.id, body))).toEqual([
      403,
      'own_family',
    ]);
    expect(await ofDocument(sent.id)).toHaveLength(1);
    await send(door, parent, [sent.child.id, 'kk'], { files: [await page(door, parent)] });
    expect(codes(await approve(cs, sent, ['nik']))).toEqual([409, 'newer_version']);
  });

  test('when the document is sent anew, returned, or its fact is found on another paper, then it is compared no more', async () => {
    const sent = await changedCard();
    await send(door, parent, [sent.child.id, 'kk'], { files: [await page(door, parent)] });
    expect(await ofDocument(sent.id)).toEqual([]);
    await review(door, cs, sent.id, { number: 2, decision: 'approved' });
    expect(await ofDocument(sent.id)).toEqual([]);

    const returned = await changedCard();
    await review(door, cs, returned.id, { number: 1, decision: 'returned', reason_code: 'beda_data' });
    expect(await door.db('facts_changed').where({ document_id: returned.id })).toEqual([]);

    const twice = await sentDocument(door, parent, 'akta');
    await approve(cs, twice, ['child_name']);
    await door
      .db('document_types')
      .where({ key: 'pas_foto' })
      .update({ facts: ['child_name'] });
    await change(twice.child.id, { full_name: 'Aisya Putri' });
    expect(await ofDocument(twice.id)).toHaveLength(1);
    await send(door, parent, [twice.child.id, 'pas_foto'], { files: [await page(door, parent)] });
    const [photo] = (
      await door.call(listDocumentQueue, cs, { query: 'type=pas_foto' })
    ).json() as DocumentRow[];
    expect((await approve(cs, { ...twice, id: photo?.id ?? '' }, ['child_name'])).statusCode).toBe(200);
    expect(await ofDocument(twice.id)).toEqual([]);
  });

  test('when 40 comparisons meet 40 changes of the value, then no tick outlives the value that was compared', async () => {
    const sent = await Promise.all(Array.from({ length: 40 }, changedCard));
    const results = await Promise.all(
      sent.map(async (one) => {
        const body = {
          number: 1,
          decision: 'approved',
          facts: ['nik'],
          facts_print: await printOf(one.registration.id),
        };
        const [compared] = await Promise.all([
          review(door, cs, one.id, body),
          change(one.child.id, { nik: someNik() }),
        ]);
        return compared;
      }),
    );
    for (const answer of results) expect([200, 409]).toContain(answer.statusCode);
    const ids = sent.map(({ child }) => child.id);
    const ticks = door.db('facts_checked').whereIn('child_id', ids).where({ fact: 'nik' });
    expect(await ticks).toEqual([]);
    expect(await door.db('facts_changed').whereIn('child_id', ids).where({ fact: 'nik' })).toHaveLength(40);
  });
});
