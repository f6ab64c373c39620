import { longTest, runs, tryAll } from '@gerbang/domain/testing/runs';
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { DETAILS_ALIKE } from '../src/proof-alerts/like-details.ts';
import { type Print, printImage } from '../src/proof-alerts/print-image.ts';
import { COPIES, detailsAlike, drawSlip, isCopy, printed, slipFacts } from './slips.ts';

const FEE = 'RP 350.000';
const many = (count: number) => Array.from({ length: count }, (_none, at) => at);

describe('the print of a slip', () => {
  longTest(
    'when pairs of slips of one app differ in payer, day and reference alone, then no pair looks the same',
    async () => {
      const shares: number[] = [];
      for (const seed of many(runs(40))) {
        const dark = seed % 4 === 3;
        const one = await printed(await drawSlip(slipFacts(seed * 2, FEE), { dark }));
        const two = await printed(await drawSlip(slipFacts(seed * 2 + 1, FEE), { dark }));
        // The details tell them apart, from either side.
        shares.push(detailsAlike(one, two), detailsAlike(two, one));
        expect(isCopy(one, two)).toBe(false);
      }
      expect(Math.max(...shares)).toBeLessThan(DETAILS_ALIKE);
    },
  );

  test('when slips of one app differ in their amounts too, then every two of twenty are told apart', async () => {
    const prints = await Promise.all(many(20).map(async (seed) => printed(await drawSlip(slipFacts(seed)))));
    const alike = prints.flatMap((one, at) => prints.slice(at + 1).filter((two) => isCopy(one, two)));
    expect(alike).toEqual([]);
  });

  test.each(Object.keys(COPIES))(
    'when a slip comes again, %s, then it is found from either side',
    async (way) => {
      for (const seed of many(tryAll() ? 8 : 2)) {
        const slip = await drawSlip(slipFacts(seed + 500, FEE), { dark: seed % 2 === 1 });
        const copy = await COPIES[way]?.(slip);
        const [one, two] = [await printed(slip), await printed(copy as Buffer)];
        expect([isCopy(one, two), isCopy(two, one)]).toEqual([true, true]);
      }
    },
  );

  test('when a picture is turned by its EXIF or compressed at any quality, then its print is that of the upright one', async () => {
    const slips = await Promise.all(many(6).map((seed) => drawSlip(slipFacts(seed + 900), { width: 360 })));
    const upright = await Promise.all(slips.map(printed));
    const turns: Readonly<Record<number, (image: Sharp) => Sharp>> = {
      1: (image) => image,
      2: (image) => image.flop(),
      3: (image) => image.rotate(180),
      4: (image) => image.flip(),
      6: (image) => image.rotate(270),
      8: (image) => image.rotate(90),
    };
    await fc.assert(
      fc.asyncProperty(
        fc.nat(slips.length - 1),
        fc.constantFrom(1, 2, 3, 4, 6, 8),
        fc.integer({ min: 40, max: 100 }),
        async (at, orientation, quality) => {
          const turned = await (turns[orientation] as (image: Sharp) => Sharp)(sharp(slips[at]))
            .jpeg({ quality })
            .withMetadata({ orientation })
            .toBuffer();
          expect(isCopy(upright[at] as Print, await printed(turned))).toBe(true);
        },
      ),
      { numRuns: runs(200) },
    );
  });

  test('when a picture is too small or shows nothing, then it has no print', async () => {
    const plain = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#fafafa' } })
        .png()
        .toBuffer();
    expect(await printImage(await plain(400, 800))).toBeNull();
    const tiny = await sharp(await drawSlip(slipFacts(1)))
      .resize(60, 130)
      .png()
      .toBuffer();
    expect(await printImage(tiny)).toBeNull();
  });
});
