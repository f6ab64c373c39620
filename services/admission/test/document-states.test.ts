import { runs } from '@gerbang/domain/testing/runs';
import { settleDocument } from '@gerbang/contracts/document-reviews';
import { DOCUMENT_MACHINE, type DocumentStatus, isDocumentComplete } from '@gerbang/domain/child-documents';
import { edgeFor } from '@gerbang/domain/transitions';
import fc from 'fast-check';
import { expireDocuments } from '../src/child-documents/expire-documents.ts';
import { documentRow, page, review, send, sentDocument, staffView, useDocuments } from './child-documents.ts';
import type { Caller, Door } from './door.ts';
import { makeChild, makeRegistration, publishedSince } from './families.ts';

describe('states of documents', () => {
  let door: Door;
  let parent: Caller;
  let cs: Caller;
  useDocuments((desk) => ({ door, parent, cs } = desk));
  beforeAll(async () => {
    await door.db('document_types').where({ key: 'pas_foto' }).update({ expires_months: 1 });
  });
  afterEach(() => door.setClock(null));

  const settle = (childId: string, status: string) =>
    door.call(settleDocument, cs, {
      params: { childId, typeKey: 'pas_foto' },
      body: { status, reason: 'Ditunjukkan di loket' },
    });
  const expire = (day: string) => {
    door.setClock(new Date(`${day}T10:00:00Z`));
    return expireDocuments(door.context).finally(() => door.setClock(null));
  };

  test('when documents go any way, then each step is an edge, three states are complete, and others are told exactly then', async () => {
    const child = await makeChild(door, parent);
    const registration = await makeRegistration(door, parent, {}, child);
    const steps = fc.array(fc.constantFrom('send', 'approved', 'returned', 'waived', 'seen', 'expire'), {
      minLength: 2,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(steps, async (wanted) => {
        await door.db('child_documents').where({ child_id: child.id }).delete();
        let [status, number, approved]: [DocumentStatus, number, number | null] = ['missing', 0, null];
        for (const one of wanted) {
          const from = door.published.length;
          const was = isDocumentComplete({ status, approved_version: approved });
          if (one === 'expire') {
            expect(await expire('2099-01-01')).toBe(approved === null ? 0 : 1);
            if (status === 'approved') status = 'missing';
            approved = null;
          } else if (one === 'send') {
            const sent = await send(door, parent, [child.id, 'pas_foto'], {
              files: [await page(door, parent)],
            });
            expect(sent.statusCode).toBe(201);
            [status, number] = ['uploaded', number + 1];
          } else {
            const edge = edgeFor(DOCUMENT_MACHINE, status, { to: one, by: 'reviewer' });
            const row = await documentRow(door, child.id, 'pas_foto');
            if (!row && (one === 'approved' || one === 'returned')) continue;
            const answer =
              one === 'waived' || one === 'seen'
                ? await settle(child.id, one)
                : await review(door, cs, row.id, {
                    number: Math.max(number, 1),
                    decision: one,
                    ...(one === 'returned' && { reason_code: 'buram' }),
                  });
            // Without a fact there is nothing to compare again.
            const moves = edge !== undefined && edge.action !== 'recheck';
            expect([answer.statusCode, answer.json().code]).toEqual(
              moves ? [200, undefined] : [409, 'stale'],
            );
            if (moves) [status, approved] = [one, one === 'approved' ? number : null];
          }
          const is = isDocumentComplete({ status, approved_version: approved });
          expect(publishedSince(door, from, 'registration.changed')).toHaveLength(was === is ? 0 : 1);
        }
        const row = await documentRow(door, child.id, 'pas_foto');
        expect([row?.status ?? 'missing', row?.current_version ?? 0, row?.approved_version ?? null]).toEqual([
          status,
          number,
          approved,
        ]);
        const complete = isDocumentComplete({ status, approved_version: approved });
        const view = await staffView(door, cs, registration.id);
        expect([view.done, view.of]).toEqual([complete ? 1 : 0, 3]);
        expect(complete).toBe(['approved', 'waived', 'seen'].includes(status) || approved !== null);
      }),
      { numRuns: runs(200) },
    );
  });

  test('when 40 sendings meet 40 reviews, then each decision names a version that was the newest when it was taken', async () => {
    const pairs = await Promise.all(Array.from({ length: 40 }, () => sentDocument(door, parent)));
    const files = await Promise.all(pairs.map(() => page(door, parent)));
    const results = await Promise.all(
      pairs.map(async ({ id, child }, at) => {
        const [sent, reviewed] = await Promise.all([
          send(door, parent, [child.id, 'akta'], { files: [files[at]] }),
          review(door, cs, id, { number: 1, decision: 'approved' }),
        ]);
        return { id, child, sent, reviewed };
      }),
    );
    for (const { id, child, sent, reviewed } of results) {
      expect([sent.statusCode, sent.json()]).toEqual([201, { status: 'uploaded', number: 2 }]);
      const won = reviewed.statusCode === 200;
      if (!won) expect([reviewed.statusCode, reviewed.json().code]).toEqual([409, 'newer_version']);
      const versions = await door.db('document_versions').where({ document_id: id }).orderBy('number');
      expect(versions.map(({ decision }) => decision)).toEqual([won ? 'approved' : null, null]);
      expect(await documentRow(door, child.id, 'akta')).toMatchObject({
        status: 'uploaded',
        current_version: 2,
        approved_version: won ? 1 : null,
      });
    }
  });

  test('when 40 members of staff decide about one sending, then one decision is written', async () => {
    const { id } = await sentDocument(door, parent);
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => review(door, cs, id, { number: 1, decision: 'approved' })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(new Set(answers.map((one) => one.json().code))).toEqual(new Set([undefined, 'stale']));
    expect(await door.db('audit_events').where({ subject_id: id, action: 'document.approved' })).toHaveLength(
      1,
    );
  });

  test('when the last day of an approval has passed in Jakarta, then the document is missing, by the system, once', async () => {
    const { child, id } = await sentDocument(door, parent);
    await review(door, cs, id, { number: 1, decision: 'approved', expires_on: '2030-03-31' });
    // 31 March, 23.30 in Jakarta.
    door.setClock(new Date('2030-03-31T16:30:00Z'));
    await expireDocuments(door.context);
    expect(await documentRow(door, child.id, 'akta')).toMatchObject({ status: 'approved' });
    const from = door.published.length;
    // 1 April, 0.30 in Jakarta.
    door.setClock(new Date('2030-03-31T17:30:00Z'));
    expect(await expireDocuments(door.context)).toBe(1);
    expect(await expireDocuments(door.context)).toBe(0);
    expect(await documentRow(door, child.id, 'akta')).toMatchObject({
      status: 'missing',
      current_version: 1,
      approved_version: null,
      expires_on: null,
    });
    expect(publishedSince(door, from, 'registration.changed')).toHaveLength(1);
    expect(await door.db('audit_events').where({ subject_id: id, action: 'document.expired' })).toEqual([
      expect.objectContaining({
        actor_id: null,
        details: expect.objectContaining({ document_status: 'approved', expires_on: '2030-03-31' }),
      }),
    ]);
  });
});
