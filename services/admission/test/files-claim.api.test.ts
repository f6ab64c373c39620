import { fileIdOf } from '@gerbang/contracts/files';
import { ROLES } from '@gerbang/domain/roles';
import { uuidv7 } from 'uuidv7';
import { sweepFiles } from '../src/files/sweep-files.ts';
import { createDiskStore } from '@gerbang/file-store/disk-store';
import { type Caller, type Door, openDoor } from './door.ts';
import { statuses, upload } from './families.ts';
import { photo } from './file-samples.ts';
import { FORMS, read } from './upload-calls.ts';

const HOUR_MS = 3_600_000;

describe('the claim of a file by another service', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  const claim = (body: Record<string, unknown>, key = door.context.config.INTERNAL_KEY) =>
    door.app.inject({
      method: 'POST',
      url: '/internal/files/claim',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });

  const claimOf = (link: string, uploader: Caller, change: Record<string, unknown> = {}) => ({
    link,
    uploaderId: uploader.id,
    purpose: 'payment_evidence',
    attachedTo: 'invoice_payment',
    recordId: uuidv7(),
    familyUserId: uploader.id,
    path: 'payment_evidence_url',
    ...change,
  });

  test('when a file is claimed for a record, then it belongs to it, also when it is claimed again', async () => {
    const family = await door.caller();
    const link = await upload(door, family);
    const body = claimOf(link, family);
    const first = await claim(body);
    expect([first.statusCode, first.json()]).toEqual([
      200,
      { id: fileIdOf(link), name: 'bukti.jpg', alert: null },
    ]);
    const again = await claim(body);
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    const row = await door
      .db('files')
      .where({ id: fileIdOf(link) })
      .first();
    expect(row).toMatchObject({
      attached_to: 'invoice_payment',
      record_id: body.recordId,
      family_user_id: family.id,
    });
  });

  test('when two records want one file at once, then one has it and the other gets 422', async () => {
    const family = await door.caller();
    const link = await upload(door, family);
    const answers = await Promise.all(Array.from({ length: 8 }, () => claim(claimOf(link, family))));
    expect(statuses(answers)).toEqual([200, ...Array.from({ length: 7 }, () => 422)]);
  });

  test('when the link is not usable, then 422 names the field and nothing is attached', async () => {
    const family = await door.caller();
    const other = await door.caller();
    const links = [
      'http://169.254.169.254/latest',
      '//example.org/api/files/x',
      `/api/files/${uuidv7()}`,
      await upload(door, other),
      await upload(door, family, { purpose: 'stage_attachment' }),
      await upload(door, family, {
        attached_at: new Date(),
        attached_to: 'registration_payment',
        record_id: uuidv7(),
        family_user_id: family.id,
      }),
    ];
    const before = await door.db('files').whereNotNull('attached_at');
    for (const link of links) {
      const answer = await claim(claimOf(link, family));
      expect([link, answer.statusCode, answer.json().code]).toEqual([link, 422, 'file']);
      expect(answer.json().issues).toEqual([expect.objectContaining({ path: 'payment_evidence_url' })]);
    }
    expect(await door.db('files').whereNotNull('attached_at')).toEqual(before);
  });

  test('when only images will do, then a PDF is 422 and stays free', async () => {
    const staff = await door.caller('finance');
    const link = await upload(door, staff, { media_type: 'application/pdf', name: 'bukti.pdf' });
    const refused = await claim(claimOf(link, staff, { imagesOnly: true }));
    expect([refused.statusCode, refused.json().message]).toEqual([
      422,
      'File tidak valid: Hanya file gambar yang diperbolehkan',
    ]);
    expect((await claim(claimOf(link, staff))).statusCode).toBe(200);
  });

  test.each([
    ['no key', ''],
    ['another key', Buffer.alloc(32, 7).toString('base64')],
  ])('when the caller shows %s, then there is nothing here', async (_what, key) => {
    const family = await door.caller();
    const link = await upload(door, family);
    expect((await claim(claimOf(link, family), key)).statusCode).toBe(404);
    expect(
      (
        await door
          .db('files')
          .where({ id: fileIdOf(link) })
          .first()
      ).attached_at,
    ).toBeNull();
  });

  test('when the body does not fit, then 400', async () => {
    const family = await door.caller();
    const link = await upload(door, family);
    for (const change of [
      { attachedTo: 'registration_payment' },
      { purpose: 'x' },
      { recordId: 'x' },
      { more: 1 },
    ]) {
      expect((await claim(claimOf(link, family, change))).statusCode).toBe(400);
    }
  });

  test('when a proof of an invoice is read, then by its family and by who may see invoices', async () => {
    const family = await door.caller();
    const uploaded = await FORMS.raw(door, family, await photo('jpeg'));
    const link = uploaded.json().fileUrl as string;
    expect((await claim(claimOf(link, family))).statusCode).toBe(200);
    const readers = ['finance', 'manager_pendidikan', 'admin', 'it'];
    for (const role of ROLES) {
      const answer = await read(door, await door.caller(role), link);
      expect([role, answer.statusCode]).toEqual([role, readers.includes(role) ? 200 : 404]);
    }
    expect((await read(door, family, link)).statusCode).toBe(200);
  });

  test('when a day has gone by, then a claimed file is not swept', async () => {
    const family = await door.caller();
    const [claimed, free] = [await upload(door, family), await upload(door, family)];
    await claim(claimOf(claimed, family));
    door.setClock(new Date(Date.now() + 25 * HOUR_MS));
    await sweepFiles(door.context, createDiskStore(door.filesDir));
    door.setClock(null);
    const left = await door
      .db('files')
      .whereIn('id', [fileIdOf(claimed), fileIdOf(free)])
      .pluck('id');
    expect(left).toEqual([fileIdOf(claimed)]);
  });
});
