import sharp, { type Sharp } from 'sharp';
import { GLYPHS, type SlipFacts } from './slips.ts';

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly paper: string;
  readonly ink: string;
  readonly head: string;
  readonly headHeight: number;
  readonly letter: number;
  readonly rowHeight: number;
  readonly stacked: boolean;
  readonly card: boolean;
}

/** Ten made-up banks' apps: light and dark, with and without a coloured head or a card, in several sizes of text. */
export const LAYOUTS: readonly Layout[] = [
  {
    width: 720,
    height: 1560,
    paper: '#fff',
    ink: '#222',
    head: '#0a5bd3',
    headHeight: 460,
    letter: 4,
    rowHeight: 75,
    stacked: false,
    card: false,
  },
  {
    width: 720,
    height: 1560,
    paper: '#101418',
    ink: '#e8e8e8',
    head: '#1d2b3a',
    headHeight: 380,
    letter: 4,
    rowHeight: 80,
    stacked: false,
    card: false,
  },
  {
    width: 1080,
    height: 2340,
    paper: '#f4f6f8',
    ink: '#1b1b1b',
    head: '#00a39d',
    headHeight: 600,
    letter: 5,
    rowHeight: 130,
    stacked: true,
    card: true,
  },
  {
    width: 1080,
    height: 1920,
    paper: '#fff',
    ink: '#333',
    head: '#fff',
    headHeight: 420,
    letter: 5,
    rowHeight: 110,
    stacked: false,
    card: false,
  },
  {
    width: 640,
    height: 1136,
    paper: '#fffbea',
    ink: '#3a2d00',
    head: '#f5a300',
    headHeight: 300,
    letter: 3,
    rowHeight: 62,
    stacked: false,
    card: true,
  },
  {
    width: 828,
    height: 1792,
    paper: '#eef2ff',
    ink: '#1a1f4b',
    head: '#23308f',
    headHeight: 520,
    letter: 4,
    rowHeight: 118,
    stacked: true,
    card: true,
  },
  {
    width: 750,
    height: 1334,
    paper: '#fff',
    ink: '#444',
    head: '#e8f5e9',
    headHeight: 330,
    letter: 3,
    rowHeight: 70,
    stacked: false,
    card: false,
  },
  {
    width: 720,
    height: 1280,
    paper: '#fafafa',
    ink: '#202020',
    head: '#c62828',
    headHeight: 260,
    letter: 4,
    rowHeight: 92,
    stacked: true,
    card: false,
  },
  {
    width: 1170,
    height: 2532,
    paper: '#000',
    ink: '#ddd',
    head: '#111',
    headHeight: 700,
    letter: 6,
    rowHeight: 150,
    stacked: false,
    card: true,
  },
  {
    width: 900,
    height: 1300,
    paper: '#fff',
    ink: '#111',
    head: '#fff',
    headHeight: 280,
    letter: 4,
    rowHeight: 84,
    stacked: false,
    card: false,
  },
];

const COLON = '0036360000';

/** A line of text as one path of squares, so that no font of the machine decides how a slip looks. */
function line(text: string, x: number, y: number, scale: number, colour: string): string {
  const squares = [...text].flatMap((letter, place) => {
    const columns = letter === ':' ? COLON : (GLYPHS[letter] ?? '0000000000');
    return [0, 1, 2, 3, 4].flatMap((column) => {
      const dots = Number.parseInt(columns.slice(column * 2, column * 2 + 2), 16);
      return [0, 1, 2, 3, 4, 5, 6]
        .filter((row) => dots & (1 << row))
        .map((row) => `M${x + (place * 6 + column) * scale} ${y + row * scale}h${scale}v${scale}h-${scale}z`);
    });
  });
  return `<path fill="${colour}" d="${squares.join('')}"/>`;
}

/** A slip of the app, as the screenshot that a family sends. */
export function drawLayout(app: Layout, facts: SlipFacts): Promise<Buffer> {
  const { width, height, paper, ink, head, headHeight, letter, rowHeight, stacked, card } = app;
  const wide = (text: string, scale: number) => text.length * 6 * scale;
  const middle = (text: string, y: number, scale: number, colour: string) =>
    line(text, (width - wide(text, scale)) / 2, y, scale, colour);
  const title = head === paper ? ink : head < '#9' ? '#fff' : '#222';
  const edge = Math.round(width / 14);
  const rows: readonly (readonly [string, string])[] = [
    ['PENERIMA', 'YAYASAN CONTOH'],
    ['NO. REKENING', '7001 2233 44'],
    ['PENGIRIM', facts.name],
    ['SUMBER', facts.account],
    ['NOMINAL', facts.amount],
    ['BIAYA', 'RP 0'],
    ['REFERENSI', facts.reference],
  ];
  const drawn = rows.map(([label, value], at) => {
    const y = headHeight + rowHeight / 2 + at * rowHeight;
    const x = stacked ? edge : width - edge - wide(value, letter);
    const below = stacked ? letter * 10 : 0;
    return line(label, edge, y, letter - 1, '#888') + line(value, x, y + below, letter, ink);
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${paper}"/><rect width="100%" height="${headHeight}" fill="${head}"/>
    ${card ? `<rect x="${edge / 2}" y="${headHeight}" width="${width - edge}" height="${rowHeight * 7.5}" rx="18" fill="#8881"/>` : ''}
    ${line(facts.time.slice(0, 5), edge, 16, letter - 1, title)}
    <circle cx="${width / 2}" cy="${headHeight / 3}" r="${headHeight / 9}" fill="${title}"/>
    ${middle('TRANSFER BERHASIL', headHeight * 0.52, letter + 1, title)}
    ${middle(`${facts.day} ${facts.time} WIB`, headHeight * 0.68, letter - 1, title)}
    ${middle(facts.amount, headHeight * 0.82, letter + 3, title)}${drawn.join('')}
  </svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer();
}

const resized =
  (share: number, quality: number) =>
  async (bytes: Buffer): Promise<Buffer> => {
    const { width } = await sharp(bytes).metadata();
    return sharp(bytes)
      .resize(Math.round(width * share))
      .jpeg({ quality })
      .toBuffer();
  };
const saved = (change: (image: Sharp) => Sharp) => (bytes: Buffer) => change(sharp(bytes)).toBuffer();

/** Ten ways in which phones and messengers save a picture again. */
export const SAVINGS: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  '75 %, JPEG 80': resized(0.75, 80),
  '50 %, JPEG 70': resized(0.5, 70),
  '33 %, JPEG 80': resized(0.33, 80),
  'JPEG 90': saved((image) => image.jpeg({ quality: 90 })),
  'JPEG 60': saved((image) => image.jpeg({ quality: 60 })),
  'JPEG 80 of a JPEG 70': async (bytes) =>
    sharp(await sharp(bytes).jpeg({ quality: 70 }).toBuffer())
      .jpeg({ quality: 80 })
      .toBuffer(),
  'margins cut': async (bytes) => {
    const { width, height } = await sharp(bytes).metadata();
    return sharp(bytes)
      .extract({ left: 4, top: 6, width: width - 8, height: height - 12 })
      .jpeg({ quality: 80 })
      .toBuffer();
  },
  'border of a screenshot': saved((image) =>
    image.extend({ top: 3, bottom: 3, left: 2, right: 2, background: '#000' }).jpeg({ quality: 80 }),
  ),
  WebP: saved((image) => image.webp({ quality: 70 })),
  darker: saved((image) => image.linear(0.88, 6).jpeg({ quality: 80 })),
};
