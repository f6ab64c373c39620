import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { uploadPaymentEvidence } from '@gerbang/contracts/files';
import { UPLOADS } from '@gerbang/domain/file-types';
import sharp from 'sharp';
import { type Caller, type Door, openDoor } from './door.ts';
import { doc, docx, jpegOf, pdf, photo } from './file-samples.ts';
import { type Form, FORMS, formOf, read } from './upload-calls.ts';

const FORM_NAMES = Object.keys(FORMS) as Form[];

describe('uploads', () => {
  let door: Door;
  let parent: Caller;
  let cs: Caller;
  beforeAll(async () => {
    door = await openDoor({ UPLOADS_PER_HOUR_PARENT: '1000', UPLOAD_BYTES_PER_DAY_PARENT: '1000000000' });
    parent = await door.caller();
    cs = await door.caller('cs');
  });
  afterAll(() => door.close());

  const arriving = () => readdirSync(join(door.filesDir, 'arriving'));

  test.each(FORM_NAMES)(
    'when a photo comes as %s, then 201 with a link that its uploader can open',
    async (form) => {
      const answer = await FORMS[form](door, parent, await photo('jpeg'), {
        name: 'Bukti "Transfer" 1é.jpg',
      });
      expect(answer.statusCode).toBe(201);
      const body = answer.json();
      expect(body).toEqual({
        success: true,
        fileUrl: expect.stringMatching(/^\/api\/files\/[0-9a-f-]{36}$/u),
        fileName: form === 'form' ? 'Bukti %22Transfer%22 1é.jpg' : 'Bukti _Transfer_ 1é.jpg',
      });
      const opened = await read(door, parent, body.fileUrl);
      expect([opened.statusCode, opened.headers['content-type']]).toEqual([200, 'image/jpeg']);
      expect(await sharp(opened.rawPayload).metadata()).toMatchObject({
        format: 'jpeg',
        width: 60,
        height: 40,
      });
    },
  );

  test.each([
    ['jpeg', 'a.jpeg', 'image/jpeg', 'a.jpeg'],
    ['png', 'a.PNG', 'image/png', 'a.PNG'],
    ['gif', 'a.gif', 'image/png', 'a.png'],
    ['webp', 'a.webp', 'image/jpeg', 'a.jpg'],
  ] as const)('when a proof is a %s, then %s is kept as %s named %s', async (format, name, type, kept) => {
    const answer = await FORMS.raw(door, parent, await photo(format), { name });
    expect([answer.statusCode, answer.json().fileName]).toEqual([201, kept]);
    const opened = await read(door, parent, answer.json().fileUrl);
    expect(opened.headers['content-type']).toBe(type);
  });

  test.each([
    ['bukti.pdf', pdf(), 'payment_evidence'],
    ['surat.pdf', pdf(), 'stage_attachment'],
    ['surat.doc', doc(), 'stage_attachment'],
    ['surat.docx', docx(), 'stage_attachment'],
  ] as const)(
    'when %s is a document that the call takes, then its bytes are kept as they are',
    async (name, bytes, purpose) => {
      const answer = await FORMS.json(door, cs, bytes, { name, purpose });
      expect(answer.statusCode).toBe(201);
      expect((await read(door, cs, answer.json().fileUrl)).rawPayload.equals(bytes)).toBe(true);
    },
  );

  test.each([
    ['payment_evidence', 'surat.doc', doc()],
    ['payment_evidence', 'surat.docx', docx()],
  ] as const)(
    'when %s is sent %s, then 422 says in the words of the document what it takes',
    async (purpose, name, bytes) => {
      const byParent = await FORMS.json(door, parent, bytes, { name, purpose });
      expect([byParent.statusCode, byParent.json()]).toEqual([
        422,
        expect.objectContaining({
          code: 'file_type',
          message: 'File tidak valid: Hanya file gambar yang diperbolehkan',
        }),
      ]);
      expect((await FORMS.raw(door, cs, bytes, { name, purpose })).json().message).toBe(
        'File tidak valid: Hanya file gambar atau PDF yang diperbolehkan',
      );
    },
  );

  test.each(['webp', 'gif'] as const)('when a stage attachment is a %s, then 422', async (format) => {
    const answer = await FORMS.raw(door, cs, await photo(format), {
      name: `a.${format}`,
      purpose: 'stage_attachment',
    });
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'file_type']);
  });

  test.each(FORM_NAMES)(
    'when a proof has exactly 5 MB, then %s takes it; one byte more is 413 in the words of the document',
    async (form) => {
      const exact = await FORMS[form](door, parent, await jpegOf(UPLOADS.payment_evidence.maxBytes));
      expect(exact.statusCode).toBe(201);
      const over = await FORMS[form](door, parent, await jpegOf(UPLOADS.payment_evidence.maxBytes + 1));
      expect([over.statusCode, over.json().code, over.json().message]).toEqual([
        413,
        'too_large',
        'File terlalu besar: Ukuran file maksimal 5MB',
      ]);
      expect(arriving()).toEqual([]);
    },
  );

  test.each(FORM_NAMES)(
    'when an attachment has exactly 10 MB, then %s takes it; far over it is 413 without an end',
    async (form) => {
      const exact = await FORMS[form](door, cs, await jpegOf(UPLOADS.stage_attachment.maxBytes), {
        purpose: 'stage_attachment',
      });
      expect(exact.statusCode).toBe(201);
      const over = await FORMS[form](door, cs, await jpegOf(UPLOADS.stage_attachment.maxBytes * 2), {
        purpose: 'stage_attachment',
      });
      expect([over.statusCode, over.json().message]).toEqual([
        413,
        'File terlalu besar: Ukuran file maksimal 10MB',
      ]);
    },
  );

  test.each([
    ['blanks', (text: string) => `${text.slice(0, 8)}\n${text.slice(8)}`],
    ['the URL alphabet', (text: string) => `-_${text.slice(2)}`],
    ['@@', (text: string) => `@@${text.slice(2)}`],
    ['no padding', (text: string) => text.replace(/=+$/u, '').slice(0, -1)],
    ['padding in the middle', (text: string) => `${text.slice(0, 4)}==${text.slice(6)}`],
    ['too much padding', (text: string) => `${text.slice(0, -4)}A===`],
    ['letters of two bytes', (text: string) => `\u{141}${text.slice(1)}`],
    ['a data prefix', (text: string) => `data:image/jpeg;base64,${text}`],
    ['bits that no byte needs', () => 'QR=='],
    ['nothing', () => ''],
  ])('when base64 has %s, then 400', async (_what, change) => {
    const text = (await photo('jpeg')).toString('base64');
    const answer = await door.call(uploadPaymentEvidence, parent, {
      body: { fileData: change(text), fileName: 'a.jpg', contentType: 'image/jpeg' },
    });
    expect([answer.statusCode, answer.json().issues?.[0].path]).toEqual([400, 'fileData']);
  });

  test('when a raw file has no bytes, no name or a broken name, then 400', async () => {
    expect((await FORMS.raw(door, parent, Buffer.alloc(0))).statusCode).toBe(400);
    expect((await FORMS.form(door, parent, Buffer.alloc(0))).statusCode).toBe(400);
    for (const name of [undefined, '', '%E0%A4%A', 'x'.repeat(10_001)]) {
      const answer = await door.app.inject({
        method: 'POST',
        url: '/api/payment-evidence/upload',
        headers: {
          ...door.headers(parent),
          'content-type': 'application/octet-stream',
          ...(name !== undefined && { 'x-file-name': name }),
        },
        payload: await photo('jpeg'),
      });
      expect([answer.statusCode, answer.json().issues?.[0].path]).toEqual([400, 'x-file-name']);
    }
    expect(arriving()).toEqual([]);
  });

  test.each([
    ['no file', formOf([])],
    ['two files', formOf([1, 2].map((at) => ({ name: `${at}.pdf`, type: 'application/pdf', bytes: pdf() })))],
    ['no end', formOf([{ name: 'a.pdf', type: 'application/pdf', bytes: pdf() }], '')],
    ['another boundary', Buffer.from('--lain\r\n\r\nx')],
    ['no bytes', Buffer.alloc(0)],
    [
      'a name that changes prototypes',
      Buffer.from('--batas\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--batas--\r\n'),
    ],
    [
      'many fields',
      Buffer.from(
        `${'--batas\r\ncontent-disposition: form-data; name="a"\r\n\r\nx\r\n'.repeat(20)}--batas--\r\n`,
      ),
    ],
  ])('when a form has %s, then 400 and nothing is left', async (_what, payload) => {
    const answer = await door.app.inject({
      method: 'POST',
      url: '/api/payment-evidence/upload',
      headers: { ...door.headers(cs), 'content-type': 'multipart/form-data; boundary=batas' },
      payload,
    });
    expect(answer.statusCode).toBe(400);
    expect(arriving()).toEqual([]);
  });

  test.each([
    [{ fileName: 'a.jpg', contentType: 'image/jpeg' }, 'fileData'],
    [{ fileData: 'QQ==', contentType: 'image/jpeg' }, 'fileName'],
    [{ fileData: 'QQ==', fileName: 'a.jpg' }, 'contentType'],
    [{ fileData: 'QQ==', fileName: 'a.jpg', contentType: 'image/jpeg', id: 'x' }, 'id'],
  ])('when the JSON form is %j, then 400 names %s', async (body, path) => {
    const answer = await door.call(uploadPaymentEvidence, parent, { body });
    expect([answer.statusCode, answer.json().issues[0].path]).toEqual([400, path]);
  });
});
