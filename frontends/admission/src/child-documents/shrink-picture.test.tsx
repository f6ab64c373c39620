import { shrinkPicture, type Surface } from './shrink-picture.ts';

/** A canvas whose pictures weigh `weight` bytes a pixel at full quality, all of one grey. */
function drawing(weight: number, grey = 128) {
  const drawn: { width: number; height: number; angle: number }[] = [];
  const encoded: string[] = [];
  const surfaceOf = (width: number, height: number): Surface => {
    const pen = {
      fillRect: () => undefined,
      translate: () => undefined,
      drawImage: () => undefined,
      rotate: (angle: number) => drawn.push({ width, height, angle }),
      getImageData: () => ({ data: new Uint8ClampedArray(width * height * 4).fill(grey) }),
    };
    const encode = async (quality: number) => {
      encoded.push(`${Math.max(width, height)} at ${quality}`);
      return { size: Math.round(width * height * weight * quality) } as Blob;
    };
    return { canvas: {} as CanvasImageSource, pen: pen as unknown as Surface['pen'], encode };
  };
  return { drawn, encoded, surfaceOf };
}

const picture = (width: number, height: number) => ({ source: {} as CanvasImageSource, width, height });

test.each<readonly [string, number, readonly string[]]>([
  ['a clean scan', 0.1, ['2000 at 0.8']],
  ['a usual photo', 0.3, ['2000 at 0.8', '2000 at 0.65', '2000 at 0.5']],
  [
    'a very noisy photo',
    1.2,
    ['2000 at 0.8', '2000 at 0.65', '2000 at 0.5', '1600 at 0.5', '1200 at 0.5', '1000 at 0.4'],
  ],
])('when %s is shrunk, then it is as good as 500 KB allow', async (_what, weight, steps) => {
  const { encoded, surfaceOf } = drawing(weight);
  const { blob } = await shrinkPicture(picture(4000, 3000), 0, surfaceOf);
  expect(encoded).toEqual(steps);
  expect(blob.size).toBeLessThanOrEqual(500_000);
});

test('when a picture is turned, then its sides change places, and a small one is never made larger', async () => {
  const { drawn, surfaceOf } = drawing(0.1);
  await shrinkPicture(picture(800, 600), 1, surfaceOf);
  expect(drawn[0]).toEqual({ width: 600, height: 800, angle: Math.PI / 2 });
});

test.each([
  [4000, 3000, 128, ['blurred']],
  [4000, 3000, 20, ['dark', 'blurred']],
  [900, 599, 128, ['small', 'blurred']],
] as const)(
  'when a page is %i × %i and of grey %i, then it warns of %j',
  async (width, height, grey, warnings) => {
    const { surfaceOf } = drawing(0.1, grey);
    expect((await shrinkPicture(picture(width, height), 0, surfaceOf)).warnings).toEqual(warnings);
  },
);
