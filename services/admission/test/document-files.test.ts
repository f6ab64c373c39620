import { runs } from '@gerbang/domain/testing/runs';
import { downloadDocuments } from '@gerbang/contracts/document-reviews';
import { ROLES, type Role } from '@gerbang/domain/roles';
import { authorizationTable } from '@gerbang/contracts/testing/authorization-table';
import fc from 'fast-check';
import { page, review, send, sentDocument } from './child-documents.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeChild, makeRegistration } from './families.ts';
import { unzip } from './unzip.ts';
import { read } from './upload-calls.ts';

const BYTES = 'isi halaman';

describe('files of documents', () => {
  let door: Door;
  let parent: Caller;
  let other: Caller;
  let cs: Caller;
  let tu: Caller;
  beforeAll(async () => {
    door = await openDoor();
    parent = await door.caller('wali_murid', 'Rahma Aulia');
    other = await door.caller('wali_murid', 'Sari Melati');
    cs = await door.caller('cs', 'Citra Dewi');
    tu = await door.caller('staff_tu', 'Tono');
  });
  afterAll(() => door.close());

  /** A page whose bytes are stored. */
  async function stored(caller: Caller, change: Record<string, unknown> = {}): Promise<string> {
    const id = await page(door, caller, change);
    await door.context.store.put(id, Buffer.from(BYTES));
    return id;
  }
  async function documentWith(files: readonly string[], key = 'kk', by = parent) {
    const child = await makeChild(door, parent);
    const registration = await makeRegistration(door, parent, {}, child);
    expect((await send(door, by, [child.id, key], { files })).statusCode).toBe(201);
    return { child, registration };
  }

  test('when any account reads a page, then only its family, its uploader while it is free, and staff of documents get it', async () => {
    const reads = authorizationTable().find(({ id }) => id === 'D05')?.cells;
    const strangers = new Map<Role, Caller>();
    for (const role of ROLES) strangers.set(role, await door.caller(role));
    const pages: { id: string; uploader: Caller; attached: boolean }[] = [];
    for (const uploader of [parent, cs]) {
      const [sent, free] = [await stored(uploader), await stored(uploader)];
      await documentWith([sent], 'kk', uploader);
      pages.push({ id: sent, uploader, attached: true }, { id: free, uploader, attached: false });
    }
    // The family itself, another one, the uploaders; each in every role that the account may have by now.
    const people = fc.constantFrom<'stranger' | 'family' | 'other' | 'cs'>(
      'stranger',
      'family',
      'other',
      'cs',
    );
    const someone = { family: parent, other, cs };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ROLES),
        people,
        fc.constantFrom(...pages),
        async (role, who, one) => {
          const person = who === 'stranger' ? strangers.get(role) : someone[who];
          if (!person) throw new Error('no such person');
          const caller = { id: person.id, role };
          const may = one.attached
            ? reads?.[role] === 'A' || (role === 'wali_murid' && caller.id === parent.id)
            : caller.id === one.uploader.id;
          const answer = await read(door, caller, `/api/files/${one.id}`);
          expect([role, who, one.attached, answer.statusCode]).toEqual([
            role,
            who,
            one.attached,
            may ? 200 : 404,
          ]);
          if (may) expect(answer.body).toBe(BYTES);
          else expect(answer.body).not.toContain(BYTES);
        },
      ),
      { numRuns: runs(300) },
    );
  });

  const download = (caller: Caller, id: string) => door.call(downloadDocuments, caller, { params: { id } });

  test('when approved documents are downloaded, then the archive has the pages that count, by number, type and page, and the trail one row', async () => {
    const first = [await stored(parent), await stored(parent, { media_type: 'application/pdf' })];
    const { child, registration } = await documentWith(first);
    expect((await download(tu, registration.id)).statusCode).toBe(404);
    const { id } = await door.db('child_documents').where({ child_id: child.id }).first('id');
    await review(door, cs, id, { number: 1, decision: 'approved' });
    // A newer one waits, and another document is not approved.
    await send(door, parent, [child.id, 'kk'], { files: [await stored(parent)] });
    await send(door, parent, [child.id, 'akta'], { files: [await stored(parent)] });
    const answer = await download(tu, registration.id);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
    const number = registration.registration_number.replace(/[^\w.-]/gu, '-');
    expect(answer.headers['content-disposition']).toContain(`filename="${number}.zip"`);
    expect(Object.fromEntries(await unzip(answer.rawPayload))).toEqual({
      [`${number}_kk_1.jpg`]: BYTES,
      [`${number}_kk_2.pdf`]: BYTES,
    });
    const rows = await door
      .db('audit_events')
      .where({ action: 'document.exported', subject_id: registration.id });
    expect(rows).toEqual([
      expect.objectContaining({ actor_id: tu.id, details: { child_id: child.id, pages: 2 } }),
    ]);
    expect(door.logged()).not.toContain('Aisyah');
  });

  test('when one person downloads six times in a minute, then 429 with a time, and another person may', async () => {
    const { registration, id, child } = await sentDocument(door, parent);
    const { files } = await door.db('document_versions').where({ document_id: id }).first('files');
    await door.context.store.put(files[0], Buffer.from(BYTES));
    await review(door, cs, id, { number: 1, decision: 'approved' });
    const person = await door.caller('staff_tu', 'Tini');
    const answers = await Promise.all(Array.from({ length: 8 }, () => download(person, registration.id)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5);
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(3);
    expect(refused[0]?.headers['retry-after']).toBe('60');
    expect((await download(tu, registration.id)).statusCode).toBe(200);
    expect(child.id).toBeTruthy();
  });

  test('when bytes are lost, then the archive breaks off instead of looking whole', async () => {
    const lost = await page(door, parent);
    const { child, registration } = await documentWith([lost]);
    const { id } = await door.db('child_documents').where({ child_id: child.id }).first('id');
    await review(door, cs, id, { number: 1, decision: 'approved' });
    const whole = await download(await door.caller('admin'), registration.id).then(
      () => true,
      () => false,
    );
    expect(whole).toBe(false);
    expect(door.logged()).toContain('file_without_bytes');
  });
});
