import { readLogo } from '@gerbang/contracts/internal-calls';
import { readSchoolLogo } from '@gerbang/contracts/school-public';
import { saveDraft } from '@gerbang/contracts/school-versions';
import { NEW_GUIDE } from '@gerbang/domain/school-settings';
import sharp from 'sharp';
import { uuidv7 } from 'uuidv7';
import { attachLogo } from '../src/school/school-logo.repository.ts';
import { sweepFiles } from '../src/files/sweep-files.ts';
import { type Caller, type Door, useDoor } from './door.ts';
import { photo, pngHeader } from './file-samples.ts';
import { settingsOf, writeVersion } from './school-world.ts';
import { FORMS } from './upload-calls.ts';

describe('the logo of the school', () => {
  let door: Door;
  let admin: Caller;
  useDoor(async (opened) => {
    door = opened;
    admin = await door.caller('admin');
  });

  const send = (bytes: Buffer, name = 'logo.png', form: keyof typeof FORMS = 'raw') =>
    FORMS[form](door, admin, bytes, { name, purpose: 'school_logo' });
  const read = (fileId: string) => door.call(readSchoolLogo, 'anon', { params: { fileId } });
  /** A version of the settings that has this logo. */
  const version = (status: 'draft' | 'active', logo_file_id: string) =>
    writeVersion(door, status, { ...settingsOf(door), brand: { logo_file_id, colour: null } });

  test.each(['raw', 'json', 'form'] as const)(
    'when a large picture is sent by %s, then it is kept with its longest side at 800 pixels',
    async (form) => {
      const bytes = await sharp({ create: { width: 1600, height: 400, channels: 3, background: '#0B5FA5' } })
        .withMetadata({ exif: { IFD0: { Copyright: 'rahasia' } } })
        .png()
        .toBuffer();
      const answer = await send(bytes, 'logo.png', form);
      expect(answer.statusCode).toBe(201);
      const { file_id, fileUrl } = answer.json();
      expect(fileUrl).toBe(`/api/school/logo/${file_id}`);
      await version('draft', file_id);
      const logo = await read(file_id);
      const { width, height, format, exif } = await sharp(logo.rawPayload).metadata();
      expect([width, height, format, exif]).toEqual([800, 200, 'png', undefined]);
    },
  );

  test('when billing prints a paper, then it gets the logo with the services’ key alone', async () => {
    const { file_id: fileId } = (await send(await photo('png'), 'logo.png')).json();
    await version('draft', fileId);
    const ask = (body: object, key = door.context.config.INTERNAL_KEY) =>
      door.app.inject({
        method: 'POST',
        url: readLogo.path,
        headers: { authorization: `Bearer ${key}` },
        payload: body,
      });
    const answer = await ask({ fileId });
    expect([answer.statusCode, answer.json().type]).toEqual([200, 'image/png']);
    const logo = await read(fileId);
    expect(Buffer.from(answer.json().base64, 'base64').equals(logo.rawPayload)).toBe(true);
    expect((await ask({ fileId: uuidv7() })).statusCode).toBe(404);
    expect((await ask({ fileId }, 'lain')).statusCode).toBe(404);
  });

  test('when a small picture is sent, then it is not made larger', async () => {
    const { file_id } = (await send(await photo('jpeg'), 'logo.jpg')).json();
    await version('draft', file_id);
    const logo = await read(file_id);
    expect(logo.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    expect((await sharp(logo.rawPayload).metadata()).width).toBe(60);
  });

  test.each([
    ['an SVG', 'logo.svg', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 422],
    ['an SVG called PNG', 'logo.png', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 422],
    ['a WebP', 'logo.webp', () => photo('webp'), 422],
    ['more than 25 megapixels', 'logo.png', () => pngHeader(6000, 5000), 422],
    ['more than 1 MiB', 'logo.png', () => Buffer.alloc(1_048_577, 1), 413],
  ])('when it is %s, then it is refused', async (_case, name, bytes, status) => {
    const before = (await door.db('files')).length;
    expect((await send(await bytes(), name)).statusCode).toBe(status);
    expect((await door.db('files')).length).toBe(before);
  });

  test('when a logo is in no version, or only in a former one, then it is 404, as is any other file', async () => {
    const { file_id } = (await send(await photo('png'))).json();
    expect((await read(file_id)).statusCode).toBe(404);
    await version('active', file_id);
    expect((await read(file_id)).statusCode).toBe(200);
    const next = (await send(await photo('png'))).json();
    await version('active', next.file_id);
    expect([(await read(file_id)).statusCode, (await read(next.file_id)).statusCode]).toEqual([404, 200]);
    await door.db('files').where({ id: next.file_id }).update({ purpose: 'payment_evidence' });
    expect((await read(next.file_id)).statusCode).toBe(404);
  });

  test('when a draft has a picture of the school, then everybody may read it, and a file that is none is refused', async () => {
    const { file_id } = (await send(await photo('jpeg'), 'foto.jpg')).json();
    const settings = settingsOf(door);
    const draft = (photo_file_id: string) =>
      door.call(saveDraft, admin, {
        body: { settings: { ...settings, guide: { ...NEW_GUIDE, photo_file_id } }, row_version: undefined },
      });
    await door.db('school_versions').where({ status: 'draft' }).delete();
    const refused = await draft(uuidv7());
    expect([refused.statusCode, refused.json().issues]).toEqual([
      422,
      [
        {
          path: 'settings.guide.photo_file_id',
          message: expect.stringMatching(/^Foto tidak dapat dipakai/u),
        },
      ],
    ]);
    expect((await read(file_id)).statusCode).toBe(404);
    expect((await draft(file_id)).statusCode).toBe(200);
    expect((await read(file_id)).statusCode).toBe(200);
  });

  test('when a logo belongs to the school, then the sweep leaves it; an unused upload goes', async () => {
    const [kept, unused] = [(await send(await photo('png'))).json(), (await send(await photo('png'))).json()];
    expect(await attachLogo(door.db, kept.file_id, uuidv7())).toBe(true);
    expect(await attachLogo(door.db, uuidv7(), uuidv7())).toBe(false);
    const days = new Date(Date.now() + 3 * 86_400_000);
    await sweepFiles({ ...door.context, now: () => days }, door.context.store);
    const left = await door.db('files').whereIn('id', [kept.file_id, unused.file_id]).pluck('id');
    expect(left).toEqual([kept.file_id]);
  });
});
