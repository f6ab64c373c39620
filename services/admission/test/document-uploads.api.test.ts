import type { PageWarning } from '@gerbang/domain/page-warnings';
import { DOCUMENT_PAGES_AN_HOUR } from '@gerbang/domain/child-documents';
import sharp from 'sharp';
import { uuidv7 } from 'uuidv7';
import { type Caller, type Door, openDoor } from './door.ts';
import { packedPdf, pdf, photo, pngWithText, zip } from './file-samples.ts';
import { FORMS, read } from './upload-calls.ts';

/** Stripes as sharp as print, between two shades. */
async function stripes(
  width: number,
  height: number,
  [dark, light]: readonly [number, number],
  sigma = 0,
): Promise<Buffer> {
  const raw = Buffer.alloc(width * height * 3);
  for (let at = 0; at < raw.length; at += 1) raw[at] = Math.floor(at / 3 / 8) % 2 ? dark : light;
  const image = sharp(raw, { raw: { width, height, channels: 3 } });
  return (sigma > 0 ? image.blur(sigma) : image).jpeg().toBuffer();
}

const heic = (brand: string) =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from(`ftyp${brand}\0\0\0\0mif1heic`, 'latin1'),
    Buffer.alloc(200),
  ]);

describe('uploads of pages of documents', () => {
  let door: Door;
  let parent: Caller;
  beforeAll(async () => {
    door = await openDoor({ UPLOADS_PER_HOUR_PARENT: '2', UPLOAD_BYTES_PER_DAY_PARENT: '100000000' });
    parent = await door.caller();
  });
  afterAll(() => door.close());

  const send = (bytes: Buffer, name = 'akta.jpg', caller = parent) =>
    FORMS.raw(door, caller, bytes, { name, purpose: 'child_document' });

  test.each<readonly [string, readonly PageWarning[], () => Promise<Buffer>]>([
    ['a good photo', [], () => stripes(1200, 800, [30, 230])],
    ['a photo of 599 pixels', ['small'], () => stripes(1200, 599, [30, 230])],
    ['a photo of 600 pixels', [], () => stripes(1200, 600, [30, 230])],
    ['a photo in the dark', ['dark'], () => stripes(1200, 800, [0, 60])],
    ['a photo out of focus', ['blurred'], () => stripes(1200, 800, [30, 230], 12)],
    ['a thumbnail of nothing', ['small', 'dark', 'blurred'], () => stripes(40, 40, [10, 10])],
    ['a picture of one pixel', ['small', 'dark', 'blurred'], () => stripes(1, 1, [10, 10])],
  ])('when %s is sent, then its warnings are %j and it is kept', async (_name, warnings, make) => {
    const answer = await send(await make());
    expect(answer.statusCode).toBe(201);
    const { file_id } = answer.json();
    expect(answer.json()).toEqual({ fileUrl: `/api/files/${file_id}`, file_id, warnings });
    expect(await door.db('files').where({ id: file_id }).first()).toMatchObject({
      purpose: 'child_document',
      uploader_id: parent.id,
      attached_at: null,
    });
  });

  test('when a PDF is sent, then it is kept without warnings', async () => {
    const answer = await send(pdf(), 'kk.pdf');
    expect([answer.statusCode, answer.json().warnings]).toEqual([201, []]);
  });

  test.each([
    ['written out', (count: number) => pdf(`>> endobj 2 0 obj << /Kids [] /Count ${count} /Type /Pages`)],
    ['packed', (count: number) => packedPdf(['<</Pages 11 0 R>>', `<</Type/Pages/Count ${count}/Kids[]>>`])],
  ])(
    'when a PDF is longer than a document may be, its pages %s, then 422 says how many it has',
    async (_how, make) => {
      const long = await send(make(500), 'kk.pdf');
      expect([long.statusCode, long.json().code, long.json().message]).toEqual([
        422,
        'too_many_pages',
        'PDF ini berisi 500 halaman, paling banyak 10. Kirim halaman yang diminta saja.',
      ]);
      expect((await send(make(11), 'kk.pdf')).statusCode).toBe(422);
      expect((await send(make(10), 'kk.pdf')).statusCode).toBe(201);
      // What else counts in a PDF, such as its outline, is no page.
      const outlined = pdf('>> endobj 3 0 obj << /Type /Outlines /Count 500');
      expect((await send(outlined, 'kk.pdf')).statusCode).toBe(201);
    },
  );

  test('when a photo is something else as well, then only the photo is kept', async () => {
    const script = '<script>alert(1)</script>';
    const hidden = [zip([{ name: 'x.html', data: script }]), pdf(`/Title (${script})`), Buffer.from(script)];
    for (const [bytes, name] of [
      [Buffer.concat([await photo('jpeg'), ...hidden]), 'akta.jpg'],
      [Buffer.concat([await photo('webp'), ...hidden]), 'akta.webp'],
      [pngWithText(script), 'akta.png'],
    ] as const) {
      const answer = await send(bytes, name);
      expect([name, answer.statusCode]).toEqual([name, 201]);
      const kept = (await read(door, parent, answer.json().fileUrl)).rawPayload;
      for (const mark of ['<script>', 'PK\u0003\u0004', '%PDF']) expect(kept.includes(mark)).toBe(false);
    }
    const behind = await send(Buffer.concat([Buffer.from('<html>'), pdf()]), 'kk.pdf');
    expect([behind.statusCode, behind.json().code]).toEqual([422, 'file_type']);
  });

  test('when a PDF runs a script or is another file by name, then 422', async () => {
    const active = await send(pdf('/OpenAction << /S /JavaScript /JS (app.alert(1)) >>'), 'kk.pdf');
    expect([active.statusCode, active.json().code]).toEqual([422, 'file_active']);
    for (const [bytes, name] of [
      [pdf(), 'kk.jpg'],
      [await photo('gif'), 'kk.png'],
      [await photo('jpeg'), 'kk.docx'],
    ] as const) {
      const answer = await send(bytes, name);
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'file_type']);
    }
  });

  test.each(['heic', 'heix', 'hevc', 'mif1', 'msf1'])(
    'when a telephone sends %s, then 422 says how to change it, whatever the name says',
    async (brand) => {
      for (const name of ['IMG_1.HEIC', 'IMG_1.jpg']) {
        const answer = await send(heic(brand), name);
        expect([answer.statusCode, answer.json().code, answer.json().message]).toEqual([
          422,
          'format',
          'Format HEIC belum didukung. Ubah ke JPEG di pengaturan kamera.',
        ]);
      }
    },
  );

  test('when a telephone sends HEIC as a proof, then it is refused as on a page of a document', async () => {
    const answer = await FORMS.raw(door, await door.caller(), heic('heic'), { name: 'bukti.heic' });
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'format']);
  });

  test('when a file is over 5 MiB, then 413', async () => {
    expect((await send(Buffer.alloc(5 * 1_048_576 + 1), 'kk.pdf')).statusCode).toBe(413);
  });

  test("when a family has sent an hour's pages, then the next is 429; pages and proofs count apart", async () => {
    const caller = await door.caller();
    const page = await stripes(40, 40, [30, 230]);
    const rows = (kind: string, count: number) =>
      door.db('uploads').insert(
        Array.from({ length: count }, () => ({
          id: uuidv7(),
          user_id: caller.id,
          kind,
          bytes: 10,
          created_at: new Date(),
        })),
      );
    await rows('file', 2);
    expect((await FORMS.raw(door, caller, page)).statusCode).toBe(429);
    await rows('document', DOCUMENT_PAGES_AN_HOUR - 1);
    const answers = await Promise.all([1, 2, 3].map(() => send(page, 'akta.jpg', caller)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    const full = answers.find(({ statusCode }) => statusCode === 429);
    expect(Number(full?.headers['retry-after'])).toBeGreaterThan(3000);
    const other = await door.caller();
    for (const expected of [201, 201, 429]) {
      expect((await FORMS.raw(door, other, page)).statusCode).toBe(expected);
    }
    expect((await send(page, 'akta.jpg', other)).statusCode).toBe(201);
  });
});
