import { fileIdOf } from '@gerbang/contracts/files';
import type { FilePurpose } from '@gerbang/domain/file-types';
import { ROLES, type Role } from '@gerbang/domain/roles';
import { uuidv7 } from 'uuidv7';
import { type Attachment, attachFile } from '../src/files/attach-file.ts';
import type { AttachedTo } from '../src/files/files.repository.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { doc, pdf, photo } from './file-samples.ts';
import { read, uploaded } from './upload-calls.ts';

/** What files of families belong to; the school's logo has a way of its own. */
type FamilyRecord = Exclude<AttachedTo, 'school'>;
const PURPOSES: Readonly<Record<FamilyRecord, FilePurpose>> = {
  registration_payment: 'payment_evidence',
  registration_stage: 'stage_attachment',
  invoice_payment: 'payment_evidence',
  refund: 'payment_evidence',
  child_document: 'child_document',
};
const STAFF = ROLES.filter((role) => role !== 'wali_murid');
/** The ability by which staff read files of each kind of record. */
const READERS: Readonly<Record<FamilyRecord, readonly Role[]>> = {
  registration_payment: STAFF,
  registration_stage: STAFF,
  invoice_payment: ['finance', 'manager_pendidikan', 'admin', 'it'],
  refund: ['finance', 'manager_pendidikan', 'admin', 'it'],
  child_document: ['cs', 'staff_pendidikan', 'staff_tu', 'manager_pendidikan', 'admin'],
};

describe('reading and attaching files', () => {
  let door: Door;
  let parent: Caller;
  let stranger: Caller;
  let admin: Caller;
  const staff = new Map<Role, Caller>();
  beforeAll(async () => {
    door = await openDoor({ UPLOADS_PER_HOUR_PARENT: '1000', UPLOADS_PER_HOUR_STAFF: '1000' });
    parent = await door.caller();
    stranger = await door.caller();
    for (const role of STAFF) staff.set(role, await door.caller(role, `Petugas ${role}`));
    admin = staff.get('admin') as Caller;
  });
  afterAll(() => door.close());

  async function upload(
    by: Caller,
    purpose: FilePurpose = 'payment_evidence',
    name = 'bukti.jpg',
    bytes?: Buffer,
  ) {
    return uploaded(door, by, bytes ?? (await photo('jpeg')), { name, purpose });
  }
  const attach = ({ link, ...wanted }: Partial<Attachment> & { link: string }) =>
    door.database.transaction((trx) =>
      attachFile(door.context, trx, {
        fileId: fileIdOf(link),
        uploaderId: parent.id,
        purpose: 'payment_evidence',
        attachedTo: 'registration_payment',
        recordId: uuidv7(),
        familyUserId: parent.id,
        path: 'payment_evidence_url',
        ...wanted,
      }),
    );
  const refusal = (wanted: Partial<Attachment> & { link: string }) =>
    attach(wanted).then(
      () => null,
      (error: unknown) => error as { statusCode: number; code: string; message: string; issues: unknown },
    );

  test('when a file is attached nowhere, then only its uploader reads it; every other caller gets 404, none 401', async () => {
    for (const uploader of [parent, admin]) {
      const link = await upload(uploader);
      expect((await read(door, uploader, link)).statusCode).toBe(200);
      for (const reader of [parent, stranger, ...staff.values()]) {
        if (reader.id !== uploader.id) expect((await read(door, reader, link)).statusCode).toBe(404);
      }
      expect((await read(door, 'anon', link)).statusCode).toBe(401);
    }
  });

  test.each(Object.keys(PURPOSES) as FamilyRecord[])(
    'when a file belongs to a %s, then only the family and the roles of the matrix read it',
    async (attachedTo) => {
      const purpose = PURPOSES[attachedTo];
      const link = await upload(admin, purpose);
      await attach({ link, uploaderId: admin.id, attachedTo, purpose });
      expect((await read(door, parent, link)).statusCode).toBe(200);
      expect((await read(door, stranger, link)).statusCode).toBe(404);
      expect((await read(door, 'anon', link)).statusCode).toBe(401);
      for (const [role, reader] of staff) {
        const answer = await read(door, reader, link);
        expect([role, answer.statusCode]).toEqual([role, READERS[attachedTo].includes(role) ? 200 : 404]);
      }
    },
  );

  test('when the id of a link is in capitals, then the file is read and attached as by the link itself', async () => {
    const link = await upload(parent);
    const shouted = link.replace(/[^/]+$/u, (id) => id.toUpperCase());
    expect((await read(door, parent, shouted)).statusCode).toBe(200);
    expect(await attach({ link: shouted })).toMatchObject({ name: 'bukti.jpg' });
  });

  test('when staff have uploaded an invoice proof for a family, then the upload alone no longer opens it', async () => {
    const cs = staff.get('cs') as Caller;
    const link = await upload(cs);
    await attach({ link, uploaderId: cs.id, attachedTo: 'invoice_payment' });
    expect((await read(door, cs, link)).statusCode).toBe(404);
  });

  test('when a link is made up, or an id malformed, then 404 or 400', async () => {
    expect((await read(door, admin, `/api/files/${uuidv7()}`)).statusCode).toBe(404);
    for (const id of ['x', '..%2f..%2fetc%2fpasswd', '%00']) {
      expect((await read(door, admin, `/api/files/${id}`)).statusCode).toBe(400);
    }
  });

  test('when staff look at a proof, then the trail says who, which and where; a family at its own leaves nothing', async () => {
    const link = await upload(parent);
    const recordId = uuidv7();
    const { id } = await attach({ link, recordId });
    await read(door, parent, link);
    await read(door, staff.get('finance') as Caller, link);
    const rows = await door.db('audit_events').where({ subject_id: id });
    expect(rows).toEqual([
      expect.objectContaining({
        action: 'file.read',
        actor_id: staff.get('finance')?.id,
        actor_name: 'Petugas finance',
        actor_role: 'finance',
        address: '203.0.113.7',
        details: { attached_to: 'registration_payment', record_id: recordId },
      }),
    ]);
  });

  test.each([
    ['a.jpg', 'image/jpeg', 'inline', "sandbox; default-src 'none'", () => photo('jpeg')],
    ['a.pdf', 'application/pdf', 'inline', "frame-ancestors 'self'", async () => pdf()],
    ['a.doc', 'application/msword', 'attachment', "sandbox; default-src 'none'", async () => doc()],
  ] as const)(
    'when %s is read, then its headers are exactly these',
    async (name, type, kind, policy, make) => {
      const link = await upload(admin, 'stage_attachment', name, await make());
      for (const method of ['GET', 'HEAD'] as const) {
        const answer = await read(door, admin, link, method);
        const length = (
          await door
            .db('files')
            .where({ id: link.slice(11) })
            .first('size')
        ).size;
        const { date, connection, ...headers } = answer.headers;
        expect([typeof date, typeof connection]).toEqual(['string', 'string']);
        expect(headers).toEqual({
          'content-type': type,
          'content-length': String(length),
          'content-disposition': `${kind}; filename="${name}"; filename*=UTF-8''${name}`,
          'content-security-policy': policy,
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, no-store',
          'cross-origin-resource-policy': 'same-origin',
        });
        expect(answer.rawPayload.length).toBe(method === 'GET' ? length : 0);
      }
    },
  );

  test("when a link is not ours, not the caller's, made for another purpose or of another record, then 422 names the field", async () => {
    const link = await upload(parent);
    const attachment = await upload(admin, 'stage_attachment');
    const taken = await upload(parent);
    await attach({ link: taken });
    const wrong: Array<Partial<Attachment> & { link: string }> = [
      { link: 'https://lain.id/bukti.jpg' },
      { link: `${link}/../x` },
      { link: link.toUpperCase() },
      { link: `/api/files/${uuidv7()}` },
      { link, uploaderId: stranger.id },
      { link: attachment, uploaderId: admin.id },
      { link: taken },
    ];
    for (const one of wrong) {
      expect(await refusal(one)).toMatchObject({
        statusCode: 422,
        code: 'file',
        issues: [
          { path: 'payment_evidence_url', message: 'File tidak dapat dipakai. Unggah kembali filenya.' },
        ],
      });
    }
    expect(
      (
        await door
          .db('files')
          .where({ id: link.slice(11) })
          .first()
      ).attached_at,
    ).toBeNull();
  });

  test("when a parent's registration proof is a PDF, then 422; where PDFs are taken, it is attached", async () => {
    const link = await upload(parent, 'payment_evidence', 'bukti.pdf', pdf());
    expect(await refusal({ link, imagesOnly: true })).toMatchObject({
      statusCode: 422,
      code: 'file',
      message: 'File tidak valid: Hanya file gambar yang diperbolehkan',
    });
    expect((await attach({ link })).name).toBe('bukti.pdf');
    expect((await attach({ link: await upload(parent), imagesOnly: true })).name).toBe('bukti.jpg');
  });

  test('when the same file is sent again for the same record, then nothing changes', async () => {
    const link = await upload(parent);
    const recordId = uuidv7();
    const first = await attach({ link, recordId });
    const [before] = await door.db('files').where({ id: first.id });
    expect(await attach({ link, recordId, imagesOnly: true })).toEqual(first);
    expect(await door.db('files').where({ id: first.id })).toEqual([before]);
  });

  test('when many records want one file at once, then exactly one gets it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const link = await upload(parent);
      const answers = await Promise.all(Array.from({ length: 8 }, () => refusal({ link })));
      expect(answers.filter((answer) => answer === null)).toHaveLength(1);
      expect(answers.filter((answer) => answer?.statusCode === 422)).toHaveLength(7);
    }
  });

  test('when the transaction that wanted a file fails, then the file is free again', async () => {
    const link = await upload(parent);
    await expect(
      door.database.transaction(async (trx) => {
        await attachFile(door.context, trx, {
          fileId: fileIdOf(link),
          uploaderId: parent.id,
          purpose: 'payment_evidence',
          attachedTo: 'registration_payment',
          recordId: uuidv7(),
          familyUserId: parent.id,
          path: 'payment_evidence_url',
        });
        throw new Error('the rest failed');
      }),
    ).rejects.toThrow('the rest failed');
    expect(await refusal({ link })).toBeNull();
  });
});
