import { UPLOADS } from '@gerbang/domain/file-types';
import sharp from 'sharp';
import { jpegOf, photo } from './file-samples.ts';
import { openUploadWorld } from './upload-world.ts';
import { until } from '@gerbang/service-kit/testing/until';

const MEBIBYTE = 1_048_576;
/** What an upload may take of the event loop's thread, in milliseconds of CPU. */
const MOST_LOOP_MS = 40;

/** A photo of 12 megapixels, as telephones make them. */
async function telephonePhoto(): Promise<Buffer> {
  return sharp(await photo('jpeg', 500, 375))
    .resize(4000, 3000)
    .jpeg({ quality: 90 })
    .toBuffer();
}

describe('a crowd of uploads', () => {
  test('when 100 uploads come at once, then all are answered, the event loop stays free and the memory bounded', async () => {
    const world = await openUploadWorld();
    try {
      const program = await world.start();
      await program.upload(await photo('jpeg'));
      // On a busy machine the first one may be refused too.
      const before = (await world.knex('files')).length;
      await program.measure();
      const [large, heavy, small] = [
        await telephonePhoto(),
        await jpegOf(UPLOADS.payment_evidence.maxBytes),
        await photo('png', 400, 300),
      ];
      const send = async (at: number) => {
        // A few that cost much, so that a slow build server gets through them too.
        const [bytes, name] =
          at % 10 === 0 ? [large, 'a.jpg'] : at % 10 < 4 ? [heavy, 'a.jpg'] : [small, 'a.png'];
        const answer = await program.upload(bytes, name);
        await answer.arrayBuffer();
        return answer;
      };
      const answers = await Promise.all(Array.from({ length: 100 }, (_unused, at) => send(at)));
      const measured = await program.measure();
      // To decode one large photo takes more than this alone; how long the loop stands is the benchmark's.
      expect(measured.loopMs / answers.length).toBeLessThan(MOST_LOOP_MS);
      expect(measured.mostMemory / MEBIBYTE).toBeLessThan(700);
      const taken = answers.filter((answer) => answer.status === 201);
      const refused = answers.filter((answer) => answer.status === 503);
      // On a machine that does other things beside, a body may take too long to be read (408), or its head may be read
      // when the signature beside it is over (401).
      const late = answers.filter((answer) => [401, 408].includes(answer.status));
      const others = answers
        .map(({ status }) => status)
        .filter((status) => ![201, 401, 408, 503].includes(status));
      expect(others).toEqual([]);
      expect(taken.length).toBeGreaterThan(0);
      for (const answer of refused) expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/u);
      expect(await world.knex('files')).toHaveLength(taken.length + before);
      // Refused ones do not count against their sender; one that arrived whole, but too late, may.
      const most = taken.length + late.length + 1;
      const counted = async () => (await world.knex('uploads')).length;
      await until(async () => (await counted()) <= most);
      const all = {
        taken: taken.length,
        refused: refused.length,
        late: late.length,
        counted: await counted(),
      };
      expect(all).toEqual({ ...all, counted: Math.min(Math.max(all.counted, all.taken + before), most) });
    } finally {
      await world.close();
    }
  });

  test('when 24 JSON uploads of 5 MB come at once, then neither texts nor files pile up in memory', async () => {
    const world = await openUploadWorld();
    try {
      const program = await world.start();
      await program.upload(await photo('jpeg'));
      await program.measure();
      const body = JSON.stringify({
        fileData: (await jpegOf(UPLOADS.payment_evidence.maxBytes)).toString('base64'),
        fileName: 'a.jpg',
        contentType: 'image/jpeg',
      });
      const statuses = await Promise.all(
        Array.from({ length: 24 }, async () => (await program.uploadJson(body)).status),
      );
      const measured = await program.measure();
      expect(statuses.filter((status) => ![201, 401, 408, 503].includes(status))).toEqual([]);
      expect(statuses).toContain(201);
      expect(measured.mostMemory / MEBIBYTE).toBeLessThan(500);
    } finally {
      await world.close();
    }
  });
});
