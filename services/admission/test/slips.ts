import sharp from 'sharp';
import { DETAILS_ALIKE, levelsOf, likenessOfDetails } from '../src/proof-alerts/like-details.ts';
import { CELLS_ALIKE, HASH_DISTANCE, likenessTo } from '../src/proof-alerts/like-prints.ts';
import { type Print, printImage } from '../src/proof-alerts/print-image.ts';

/** The print of a slip, which has one. */
export async function printed(bytes: Buffer): Promise<Print> {
  const print = await printImage(bytes);
  if (!print) throw new Error('a slip has a print');
  return print;
}

/** How alike the details of two prints are, in thousandths. */
export const detailsAlike = (one: Print, two: Print): number =>
  likenessOfDetails(levelsOf(one.detail), levelsOf(two.detail));

/** Whether the one looks like the other by all three looks: hashes, thumbs, details. */
export function isCopy(one: Print, two: Print): boolean {
  const bits = [...one.dhash].filter((bit, at) => bit !== two.dhash[at]).length;
  return (
    bits <= HASH_DISTANCE &&
    likenessTo(one.thumb)(two.thumb) >= CELLS_ALIKE &&
    detailsAlike(one, two) >= DETAILS_ALIKE
  );
}

/** What a made-up bank's app writes on a slip. */
export interface SlipFacts {
  readonly name: string;
  readonly amount: string;
  readonly day: string;
  readonly time: string;
  readonly reference: string;
  readonly account: string;
}

const FIRST = 'AHMAD SITI RINA BUDI DEWI AGUS FITRI HENDRA NUR UMAR LAILA RAHMA YUSUF INDAH BAYU CITRA'.split(
  ' ',
);
const LAST = 'WATI SANTOSO PUTRA LESTARI HIDAYAT AULIA PRATAMA SARI KURNIAWAN RAHAYU HAKIM'.split(' ');

/** The facts of a slip by a number, made up; with `amount` of this amount. */
export function slipFacts(seed: number, amount?: string): SlipFacts {
  let state = (seed + 1) * 2_654_435_761;
  const below = (limit: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % limit;
  };
  const digits = (count: number) => Array.from({ length: count }, () => below(10)).join('');
  return {
    name: `${FIRST[below(FIRST.length)]} ${LAST[below(LAST.length)]}`,
    amount: amount ?? `RP ${1 + below(30)}.${digits(3)}.000`,
    day: `${String(1 + below(28)).padStart(2, '0')} MAR 2027`,
    time: `${String(below(24)).padStart(2, '0')}:${String(below(60)).padStart(2, '0')}:${digits(1)}7`,
    reference: digits(16),
    account: `**** ${digits(4)}`,
  };
}

// Letters of 5 × 7 dots by their columns, so that no font of the machine decides.
export const GLYPHS: Readonly<Record<string, string>> = Object.fromEntries(
  `0:3E5149453E 1:00427F4000 2:4261514946 3:2141454B31 4:1814127F10 5:2745454539 6:3C4A494930 7:0171090503 8:3649494936
   9:064949291E A:7E1111117E B:7F49494936 C:3E41414122 D:7F4141221C E:7F49494941 F:7F09090901 G:3E4149497A H:7F0808087F
   I:00417F4100 J:2040413F01 K:7F08142241 L:7F40404040 M:7F020C027F N:7F0408107F O:3E4141413E P:7F09090906 Q:3E4151215E
   R:7F09192946 S:4649494931 T:01017F0101 U:3F4040403F V:1F2040201F W:3F4038403F X:6314081463 Y:0708700807 Z:6151494543
   .:0060600000 *:14083E0814`
    .split(/\s+/u)
    .map((pair) => [pair.slice(0, 1), pair.slice(2)]),
);
const COLON = '0036360000';

type Colour = readonly [number, number, number];

/** A slip as a telephone's screenshot, PNG: every one of an app with the same layout. */
export async function drawSlip(
  facts: SlipFacts,
  { width = 720, dark = false }: { width?: number; dark?: boolean } = {},
): Promise<Buffer> {
  const [w, h] = [720, 1560];
  const pixels = Buffer.alloc(w * h * 3);
  const box = (left: number, top: number, wide: number, high: number, colour: Colour) => {
    const dot = Buffer.from(colour);
    for (let y = top; y < top + high; y += 1) pixels.fill(dot, (y * w + left) * 3, (y * w + left + wide) * 3);
  };
  const text = (
    line: string,
    top: number,
    scale: number,
    colour: Colour,
    at: 'left' | 'right' | 'middle',
  ) => {
    const wide = line.length * 6 * scale;
    const left = at === 'left' ? 50 : at === 'right' ? w - 50 - wide : Math.round((w - wide) / 2);
    for (const [place, letter] of [...line].entries()) {
      const columns = letter === ':' ? COLON : (GLYPHS[letter] ?? '0000000000');
      for (let column = 0; column < 5; column += 1) {
        const dots = Number.parseInt(columns.slice(column * 2, column * 2 + 2), 16);
        for (let row = 0; row < 7; row += 1) {
          if (dots & (1 << row))
            box(left + (place * 6 + column) * scale, top + row * scale, scale, scale, colour);
        }
      }
    }
  };
  const [paper, ink, quiet]: readonly Colour[] = dark
    ? [
        [16, 20, 24],
        [232, 232, 232],
        [150, 165, 165],
      ]
    : [
        [255, 255, 255],
        [34, 34, 34],
        [119, 119, 119],
      ];
  if (!paper || !ink || !quiet) throw new Error('a slip needs three colours');
  const white: Colour = [255, 255, 255];
  box(0, 0, w, h, paper);
  box(0, 0, w, 460, [10, 91, 211]);
  text(facts.time.slice(0, 5), 20, 3, white, 'left');
  box(310, 100, 100, 100, white);
  text('TRANSFER BERHASIL', 240, 5, white, 'middle');
  text(`${facts.day} ${facts.time} WIB`, 310, 3, [221, 225, 238], 'middle');
  text(facts.amount, 380, 7, white, 'middle');
  const rows: readonly (readonly [string, string])[] = [
    ['PENERIMA', 'YAYASAN CONTOH'],
    ['BANK TUJUAN', 'BANK CONTOH'],
    ['NO. REKENING', '7001 2233 44'],
    ['PENGIRIM', facts.name],
    ['SUMBER', facts.account],
    ['NOMINAL', facts.amount],
    ['BIAYA', 'RP 0'],
    ['REFERENSI', facts.reference],
  ];
  for (const [at, [label, value]] of rows.entries()) {
    text(label, 530 + at * 75, 3, quiet, 'left');
    text(value, 525 + at * 75, 4, ink, 'right');
  }
  box(60, 1400, 600, 80, [10, 91, 211]);
  text('BAGIKAN', 1422, 5, white, 'middle');
  const image = sharp(pixels, { raw: { width: w, height: h, channels: 3 } });
  return (width === w ? image : image.resize(width)).png({ compressionLevel: 1 }).toBuffer();
}

const sizeOf = async (bytes: Buffer) => {
  const { width, height } = await sharp(bytes).metadata();
  return { width, height };
};

async function cut(bytes: Buffer, left: number, top: number, right: number, bottom: number): Promise<Buffer> {
  const { width, height } = await sizeOf(bytes);
  const inside = { left, top, width: width - left - right, height: height - top - bottom };
  return sharp(bytes).extract(inside).png({ compressionLevel: 1 }).toBuffer();
}

/** The ways in which a slip comes again. */
export const COPIES: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  'JPEG 95': (bytes) => sharp(bytes).jpeg({ quality: 95 }).toBuffer(),
  'JPEG 75': (bytes) => sharp(bytes).jpeg({ quality: 75 }).toBuffer(),
  'JPEG 50': (bytes) => sharp(bytes).jpeg({ quality: 50 }).toBuffer(),
  'JPEG 30': (bytes) => sharp(bytes).jpeg({ quality: 30 }).toBuffer(),
  PNG: (bytes) => sharp(bytes).png().toBuffer(),
  WebP: (bytes) => sharp(bytes).webp({ quality: 60 }).toBuffer(),
  'JPEG of a PNG of a JPEG': async (bytes) =>
    sharp(
      await sharp(await sharp(bytes).jpeg({ quality: 60 }).toBuffer())
        .png()
        .toBuffer(),
    )
      .jpeg({ quality: 80 })
      .toBuffer(),
  'half as large': (bytes) => sharp(bytes).resize(360).jpeg({ quality: 70 }).toBuffer(),
  larger: (bytes) => sharp(bytes).resize(1080).jpeg({ quality: 80 }).toBuffer(),
  'without a pixel around': async (bytes) =>
    sharp(await cut(bytes, 1, 1, 1, 1))
      .jpeg()
      .toBuffer(),
  'without two pixels at two sides': async (bytes) =>
    sharp(await cut(bytes, 2, 0, 0, 2))
      .jpeg()
      .toBuffer(),
  'with a border of two pixels': (bytes) =>
    sharp(bytes).extend({ top: 2, bottom: 2, left: 2, right: 2, background: '#000000' }).jpeg().toBuffer(),
  'a screenshot of a screenshot': async (bytes) => {
    const small = await sharp(bytes).resize(670).jpeg({ quality: 75 }).toBuffer();
    const shot = await sharp(await cut(small, 1, 1, 1, 2))
      .resize(720)
      .png()
      .toBuffer();
    return sharp(shot).extend({ top: 1, bottom: 1, background: '#000000' }).jpeg({ quality: 60 }).toBuffer();
  },
  darker: (bytes) => sharp(bytes).linear(0.85, 5).jpeg({ quality: 80 }).toBuffer(),
};
