import jsQR from 'jsqr';
import { objectsOf } from './pdf-text.ts';

/** Pixels of a point of 1/72 inch: a module of the code has four in each direction. */
const PIXELS = 2;
const WHITE = 0xff_ff_ff_ff;
const FILL =
  /(?<x>[\d.]+) (?<y>[\d.]+) (?<w>[\d.]+) (?<h>[\d.]+) re\n(?:\/DeviceRGB cs\n(?<rgb>[\d.]+ [\d.]+ [\d.]+) scn\n)?(?:\/Gs\d+ gs\n)?f\n/gu;

/** What a reader of QR codes finds on a page as pdfkit writes it: its filled rectangles are drawn in their order, and then read as a picture. */
export function scanQr(pdf: Buffer): string {
  const objects = [...objectsOf(pdf).values()];
  const [, wide, high] =
    /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/u.exec(objects.map(({ head }) => head).join('\n')) ?? [];
  const [width, height] = [wide, high].map((points) => Math.ceil(Number(points) * PIXELS)) as [
    number,
    number,
  ];
  const picture = new Uint32Array(width * height).fill(WHITE);
  for (const { stream } of objects) {
    for (const { groups } of stream.matchAll(FILL)) {
      const { x, y, w, h, rgb = '0 0 0' } = groups ?? {};
      const [left, top, right, bottom] = [
        Number(x),
        Number(y),
        Number(x) + Number(w),
        Number(y) + Number(h),
      ].map((points) => Math.round(points * PIXELS)) as [number, number, number, number];
      const [red = 0, green = 0, blue = 0] = rgb.split(' ').map((part) => Math.round(Number(part) * 255));
      const colour = ((0xff << 24) | (blue << 16) | (green << 8) | red) >>> 0;
      for (let row = top; row < bottom; row += 1)
        picture.fill(colour, row * width + left, row * width + right);
    }
  }
  const pixels = new Uint8ClampedArray(picture.buffer);
  const found = jsQR.default(pixels, width, height, { inversionAttempts: 'dontInvert' });
  if (!found) throw new Error('no QR code can be read on the page');
  return found.data;
}
