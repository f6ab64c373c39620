import { longTest } from '@gerbang/domain/testing/runs';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FilePurpose } from '@gerbang/domain/file-types';
import sharp from 'sharp';
import { checkPdf } from '../src/files/pdf-check.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import {
  doc,
  docx,
  gifOf,
  packedPdf,
  pdf,
  photo,
  pngHeader,
  pngWithText,
  zip,
  type ZipEntry,
} from './file-samples.ts';
import { type Form, FORMS, mediaOf, read } from './upload-calls.ts';

const SCRIPT = '<script>alert(1)</script>';
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
const text = (content: string) => Buffer.from(content);

describe('hostile uploads', () => {
  let door: Door;
  let cs: Caller;
  beforeAll(async () => {
    door = await openDoor({ UPLOADS_PER_HOUR_STAFF: '10000' });
    cs = await door.caller('cs');
  });
  afterAll(() => door.close());

  const stored = async () => Number((await door.db('files').count('id as count').first())?.count);
  const opened = async (link: string) => (await read(door, cs, link)).rawPayload;

  async function expectRefused(
    bytes: Buffer,
    name: string,
    code: string,
    purpose: FilePurpose = 'stage_attachment',
  ) {
    const before = await stored();
    const answer = await FORMS.raw(door, cs, bytes, { name, purpose });
    expect([name, answer.statusCode, answer.json().code]).toEqual([name, 422, code]);
    expect(await stored()).toBe(before);
    expect(readdirSync(join(door.filesDir, 'arriving'))).toEqual([]);
  }

  test.each([
    ['an SVG', 'a.svg', text(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`)],
    ['an SVG named PNG', 'a.png', text(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`)],
    ['HTML named PDF', 'a.pdf', text(`<html>${SCRIPT}</html>`)],
    ['HTML', 'a.html', text(`<html>${SCRIPT}</html>`)],
    ['XML named JPEG', 'a.jpg', text('<?xml version="1.0"?><a/>')],
    ['a program', 'a.exe', Buffer.from('4d5a90000300', 'hex')],
    ['a program named JPEG', 'a.jpg', Buffer.from('4d5a90000300', 'hex')],
    ['a picture behind blanks', 'a.png', Buffer.concat([text(' '), pngWithText('x')])],
    ['a PDF behind HTML', 'a.pdf', Buffer.concat([text('<html>'), pdf()])],
    ['a sheet named DOCX under its own type', 'a.xlsx', docx()],
  ])('when it is %s, then 422', async (_what, name, bytes) => {
    await expectRefused(bytes, name, 'file_type');
  });

  test.each(['jpeg', 'png', 'pdf', 'docx', 'doc'])(
    'U-G3 when name, declared type and bytes of a %s do not agree, then 422',
    async (type) => {
      const samples: Record<string, [string, Buffer]> = {
        jpeg: ['a.jpg', await photo('jpeg')],
        png: ['a.png', await photo('png')],
        pdf: ['a.pdf', pdf()],
        docx: ['a.docx', docx()],
        doc: ['a.doc', doc()],
      };
      const [name, bytes] = samples[type] as [string, Buffer];
      for (const [other, [otherName]] of Object.entries(samples)) {
        if (other === type) continue;
        const named = await FORMS.raw(door, cs, bytes, { name: otherName, purpose: 'stage_attachment' });
        const declared = await FORMS.json(door, cs, bytes, {
          name,
          type: mediaOf(otherName),
          purpose: 'stage_attachment',
        });
        expect([named.statusCode, declared.statusCode]).toEqual([422, 422]);
      }
      const undeclared = await FORMS.form(door, cs, bytes, {
        name,
        type: 'application/octet-stream',
        purpose: 'stage_attachment',
      });
      expect(undeclared.statusCode).toBe(201);
    },
  );

  test('U-G3 when a name has no extension, then the declared type must still be that of the bytes; without both the bytes decide', async () => {
    const bytes = await photo('jpeg');
    const taken = await FORMS.json(door, cs, bytes, { name: 'foto', type: 'image/jpeg' });
    expect([taken.statusCode, taken.json().fileName]).toEqual([201, 'foto.jpg']);
    expect((await FORMS.json(door, cs, bytes, { name: 'foto', type: 'image/png' })).statusCode).toBe(422);
    expect((await FORMS.raw(door, cs, bytes, { name: 'foto' })).statusCode).toBe(201);
  });

  test('when a GIF is also a script, then it is refused as broken', async () => {
    await expectRefused(text(`GIF89a/*${SCRIPT}*/=1;`), 'a.gif', 'file_broken', 'payment_evidence');
  });

  test('when something hangs on a picture, then only the picture is kept', async () => {
    const payloads = {
      'a.jpg': Buffer.concat([await photo('jpeg'), zip([{ name: 'x.html', data: SCRIPT }]), text(SCRIPT)]),
      'a.png': pngWithText(SCRIPT),
      'a.gif': Buffer.concat([gifOf(1), text(SCRIPT)]),
      'a.webp': Buffer.concat([await photo('webp'), text(SCRIPT)]),
    };
    for (const [name, bytes] of Object.entries(payloads)) {
      const answer = await FORMS.raw(door, cs, bytes, { name });
      expect([name, answer.statusCode]).toEqual([name, 201]);
      const kept = await opened(answer.json().fileUrl);
      expect(kept.includes('<script>') || kept.includes('PK\x03\x04')).toBe(false);
    }
  });

  test('when a photo says where it was taken, then the kept one does not, and stands upright', async () => {
    const bytes = await sharp(await photo('jpeg'))
      .withExif({
        IFD0: { Copyright: 'CANARY-COPYRIGHT' },
        IFD3: { GPSLatitude: '6/1 12/1 0/1', GPSLatitudeRef: 'S' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">CANARY-XMP</x:xmpmeta>')
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(bytes.includes('CANARY-COPYRIGHT') && bytes.includes('CANARY-XMP')).toBe(true);
    const kept = await opened((await FORMS.raw(door, cs, bytes)).json().fileUrl);
    const { exif, xmp, icc, orientation, width, height } = await sharp(kept).metadata();
    expect({ exif, xmp, icc, orientation }).toEqual({});
    expect([kept.includes('CANARY'), kept.includes('Exif')]).toEqual([false, false]);
    // Turned by 90 degrees before the mark was taken off.
    expect([width, height]).toEqual([40, 60]);
  });

  test('when pictures are far too large, cut off or endless, then 422 within 200 MB', async () => {
    const whole = await photo('jpeg', 600, 400);
    const bombs: Record<string, Buffer> = {
      'megapixels.png': pngHeader(20_000, 20_000),
      'frames.gif': gifOf(10_000),
      'cut.jpg': half(whole),
      'head.jpg': whole.subarray(0, 30),
      'cut.png': half(await photo('png', 600, 400)),
      'cut.webp': half(await photo('webp', 600, 400)),
    };
    const before = process.memoryUsage().rss;
    for (const [name, bytes] of Object.entries(bombs)) {
      await expectRefused(bytes, name, 'file_broken', 'payment_evidence');
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  test('when a GIF has a few frames, then the first one is kept', async () => {
    const answer = await FORMS.raw(door, cs, gifOf(20), { name: 'a.gif' });
    expect(answer.statusCode).toBe(201);
    expect(await sharp(await opened(answer.json().fileUrl)).metadata()).toMatchObject({
      format: 'png',
      width: 1,
    });
  });

  test.each([
    ['does not end', pdf().subarray(0, -6)],
    ['ends long before its end', Buffer.concat([pdf(), Buffer.alloc(5000, 0x20)])],
    ['is HTML behind its first line', text('%PDF-1.4\n<html></html>')],
  ])('when a PDF %s, then it is refused as broken', async (_what, bytes) => {
    await expectRefused(bytes, 'a.pdf', 'file_broken');
  });

  test.each([
    '/JavaScript (x)',
    '/Launch <<>>',
    '/Type /EmbeddedFile',
    '/J#61vaScript (x)',
    '/#4caunch',
    '/JavaScrip#74',
    '/AcroForm << /XFA [(a) 2 0 R] >>',
    '/A << /S /SubmitForm /F (x) >>',
    '/AA << /O 2 0 R >>',
    '/AA % so that it looks empty\n 2 0 R',
    '/A#41<</O 2 0 R>>',
    '/OpenAction << /S /URI /URI (http://x) >>',
    '/OpenAction 2 0 R',
    '/OpenAction 1 0 R >> endobj 1 0 obj << /S /Named /N /Print',
    '/OpenAction << /S /GoToR /F (other.pdf) >>',
  ])('U-G5 when a PDF has %s, then it is refused as active', async (inside) => {
    await expectRefused(pdf(inside), 'a.pdf', 'file_active');
  });

  test.each([
    ['JavaScript', ['<< /Type /Catalog >>', '<< /S /JavaScript /JS (app.alert) >>']],
    ['a form in XML', ['<< /AcroForm << /XFA 11 0 R >> >>']],
    ['an action on opening', ['<< /OpenAction 11 0 R >>', '<< /S /URI /URI (http://x) >>']],
    ['actions of a page', ['<< /AA << /O 2 0 R >> >>']],
  ])(
    'when a compressed object stream of a PDF has %s, then it is refused as active',
    async (_what, objects) => {
      await expectRefused(packedPdf(objects), 'a.pdf', 'file_active');
      await expectRefused(packedPdf(objects, ''), 'a.pdf', 'file_active');
    },
  );

  test.each([
    ['unpacks to more than 20 MB', packedPdf([`(${' '.repeat(21 * 1024 * 1024)})`])],
    ['is packed in a way that nothing else uses', packedPdf(['<<>>'], '/Filter /LZWDecode')],
    ['is packed twice', packedPdf(['<<>>'], '/Filter [/FlateDecode /FlateDecode]')],
    ['is cut off', Buffer.concat([packedPdf(['<<>>']).subarray(0, -55), text('endstream %%EOF')])],
  ])('when an object stream of a PDF %s, then it is refused as broken', async (_what, bytes) => {
    await expectRefused(bytes, 'a.pdf', 'file_broken');
  });

  test('when a PDF is encrypted, then it is refused as such, whatever its object streams hold', async () => {
    await expectRefused(pdf('/Encrypt 5 0 R'), 'a.pdf', 'file_encrypted');
    const locked = packedPdf(['<<>>']).toString('latin1').replace('/Root', '/Encrypt 5 0 R /Root');
    await expectRefused(Buffer.from(locked, 'latin1'), 'a.pdf', 'file_encrypted');
  });

  test.each([
    ['opens at a page', pdf('/OpenAction [3 0 R /FitH 800]')],
    ['opens at a page by an action', pdf('/OpenAction << /Type /Action /S /GoTo /D [3 0 R /Fit] >>')],
    ['opens at a page by a reference', packedPdf(['<< /OpenAction 11 0 R >>', '[3 0 R /XYZ null null 0]'])],
    ['opens at a page by a far action', packedPdf(['<< /OpenAction 11 0 R >>', '<</S/GoTo/D[3 0 R/Fit]>>'])],
    ['carries the names of Apple', pdf('/AAPL:Keywords [(a)]')],
    ['has three bytes by chance', pdf('/Length 9 >> stream\n\u0007/AA\u0011x /AA [ endstream <<')],
  ])('when a PDF %s, then it is taken', async (_what, bytes) => {
    const answer = await FORMS.raw(door, cs, bytes, { name: 'a.pdf' });
    expect(answer.statusCode).toBe(201);
  });

  longTest(
    'U-G5 when a PDF consists of marks that look like hidden names, then checking it costs next to nothing',
    async () => {
      for (const mark of [
        '#',
        '/',
        '/#',
        '/J',
        '/JavaScrip#',
        '/#4A#61#76#61#53',
        '/AA ',
        '/OpenAction ',
        '/ObjStm ',
      ]) {
        const bytes = Buffer.concat([text('%PDF-1.4\n'), Buffer.alloc(2_000_000, mark), text('\n%%EOF')]);
        const before = process.cpuUsage();
        await checkPdf(bytes).catch(() => undefined);
        // Of this process alone. A check whose cost grows with the square would take minutes; the bound is for slow machines.
        expect(process.cpuUsage(before).user).toBeLessThan(40_000_000);
      }
    },
  );

  test('U-G5 when a DOC has macros, then it is refused as active', async () => {
    await expectRefused(doc('_VBA_PROJECT'), 'a.doc', 'file_active');
  });

  const BIG = Buffer.alloc(30 * 1024 * 1024);
  const many = Array.from({ length: 1000 }, (_unused, at): ZipEntry => ({ name: `word/${at}.xml` }));
  test.each<[string, () => Buffer, string]>([
    [
      'unpacks to more than 50 MB',
      () =>
        docx([
          { name: 'word/a', data: BIG },
          { name: 'word/b', data: BIG },
        ]),
      'file_broken',
    ],
    [
      'says that it unpacks to 10 GB',
      () => docx([{ name: 'word/a', data: 'x', says: 0xff_ff_ff_00 }]),
      'file_broken',
    ],
    ['says less than it unpacks to', () => docx([{ name: 'word/a', data: BIG, says: 10 }]), 'file_broken'],
    ['has more than 1,000 entries', () => docx(many), 'file_broken'],
    ['leads out of its folder', () => docx([{ name: '../../x', data: 'x' }]), 'file_broken'],
    ['leads out of its folder on Windows', () => docx([{ name: '..\\x', data: 'x' }]), 'file_broken'],
    ['has an absolute name', () => docx([{ name: '/etc/passwd', data: 'x' }]), 'file_broken'],
    ['has a link', () => docx([{ name: 'word/l', data: '/etc/passwd', mode: 0o120_777 }]), 'file_broken'],
    ['is another archive', () => zip([{ name: 'a.html', data: SCRIPT }]), 'file_broken'],
    ['has no body', () => zip([{ name: '[Content_Types].xml', data: '<Types/>' }]), 'file_broken'],
    ['is cut off', () => docx().subarray(0, -30), 'file_broken'],
    ['has macros', () => docx([{ name: 'word/vbaProject.bin', data: 'x' }]), 'file_active'],
    ['has macros in capitals', () => docx([{ name: 'word/VBAPROJECT.BIN', data: 'x' }]), 'file_active'],
    [
      'has macros under another name',
      () =>
        zip([
          {
            name: '[Content_Types].xml',
            data: '<Override ContentType="application/vnd.ms-office.vbaProject"/>',
          },
          { name: 'word/x.bin', data: 'x' },
        ]),
      'file_active',
    ],
  ])('when a DOCX %s, then 422', async (_what, make, code) => {
    await expectRefused(make(), 'a.docx', code);
  });

  test.each<[Form, string, string]>([
    ['raw', '../../etc/passwd.jpg', 'passwd.jpg'],
    ['json', '..\\..\\windows\\a.jpg', 'a.jpg'],
    ['raw', 'a\0.jpg', 'a.jpg'],
    ['raw', 'con.jpg', '_con.jpg'],
    ['json', `${'x'.repeat(9990)}.jpg`, `${'x'.repeat(146)}.jpg`],
    ['json', `a\u{202E}gpj.jpg`, 'agpj.jpg'],
    ['raw', 'a\r\nSet-Cookie: x=1.jpg', 'aSet-Cookie_ x=1.jpg'],
    ['json', 'a"; filename=b.html;.jpg', 'a_; filename=b.html;.jpg'],
    ['json', 'e\u{301}.jpg', '\u{E9}.jpg'],
    ['json', '\u{200B}.jpg', 'jpg.jpg'],
    ['raw', '.jpg', 'jpg.jpg'],
    ['json', '__proto__.jpg', '__proto__.jpg'],
    ['json', `${'\u{1F600}'.repeat(200)}.jpg`, `${'\u{1F600}'.repeat(73)}.jpg`],
  ])('when %s calls a file %j, then it is kept as %j and the header is intact', async (form, name, kept) => {
    const answer = await FORMS[form](door, cs, await photo('jpeg'), { name, type: 'image/jpeg' });
    expect([answer.statusCode, answer.json().fileName]).toEqual([201, kept]);
    const header = String((await read(door, cs, answer.json().fileUrl)).headers['content-disposition']);
    expect(header).toMatch(/^inline; filename="[ !#-[\]-~]+"; filename\*=UTF-8''[\w%.!~-]+$/u);
    expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe(kept);
  });
});
