import { randomBytes } from 'node:crypto';
import sharp, { type OverlayOptions } from 'sharp';

const PROOF_BYTES = 4_950_000;

const noise = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp(randomBytes(width * height * channels), { raw: { width, height, channels } });

/** A JPEG of hardly less than the 5 MB that a proof may have; noise, the dearest picture there is. */
export async function largestProof(): Promise<Buffer> {
  const width = 2000;
  const make = (height: number) => noise(width, height).jpeg({ quality: 90 }).toBuffer();
  const probe = 400;
  const bytesARow = (await make(probe)).length / probe;
  return make(Math.floor(PROOF_BYTES / bytesARow));
}

/** A JPEG of some 100 KB. */
export function smallProof(): Promise<Buffer> {
  return noise(300, 400).jpeg({ quality: 80 }).toBuffer();
}

/** Lines of print on the paper, from row to row of another length. */
function print(left: number, top: number, width: number): OverlayOptions[] {
  return Array.from({ length: 24 }, (_, line) => ({
    input: {
      create: { width: width - ((line * 137) % 700), height: 34, channels: 3, background: '#33383d' },
    },
    left,
    top: top + line * 84,
  }));
}

/** What a phone makes of a slip on a table: 12 megapixels, soft shadows, the grain of the wood and of the sensor. */
export async function photographOfSlip(): Promise<Buffer> {
  const [width, height] = [4000, 3000];
  const shadows = await noise(8, 6)
    .resize(width, height, { kernel: 'cubic' })
    .blur(60)
    .modulate({ saturation: 0.3 })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const grainOf = async (wide: number, high: number, opacity: number) =>
    noise(wide, high)
      .greyscale()
      .resize(width, height, { kernel: 'cubic', fit: 'fill' })
      .ensureAlpha(opacity)
      .png({ compressionLevel: 1 })
      .toBuffer();
  const paper = { create: { width: 1900, height: 2500, channels: 3 as const, background: '#f1efe8' } };
  return sharp(shadows)
    .composite([
      { input: await grainOf(700, 1500, 0.2) },
      { input: paper, left: 1000, top: 250 },
      ...print(1150, 400, 1500),
      { input: await grainOf(width, height, 0.12) },
    ])
    .jpeg({ quality: 88 })
    .toBuffer();
}
