import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@gerbang/local/paths';
import sharp from 'sharp';
import { PHONE, type Screen, TABLET, type Theme, UPRIGHT, WIDE, ZOOMED } from './visitor.ts';

/** What is kept: a sheet for each screen, its windows beside each other, the themes below, small and grey. */
export const KEPT = join(import.meta.dirname, 'pictures');
/** Where one differs: what was kept, what is seen now, and where the two differ. */
export const SEEN = join(projectRoot, '.cache', 'pictures');
/** Kept pictures are this much narrower than a window: where things stand and how dark they are, not how letters are drawn. */
const SMALLER = 5;
/** A point differs from this many greys on, a picture from this many such points on: more than a digit of a time of day. */
const OTHER_GREY = 24;
const MOST_OTHER = 12;
const PAPER = 255;

export const THEMES: readonly Theme[] = ['light', 'dark'];
/** `turned`: opened lying and then turned, as a tablet is. */
export const WINDOWS: readonly (Screen & { readonly first?: Screen })[] = [
  PHONE,
  UPRIGHT,
  { ...UPRIGHT, name: 'turned', first: TABLET },
  TABLET,
  { name: 'laptop', width: 1366, height: 768 },
  { ...WIDE, name: 'wide' },
  ZOOMED,
];

/** A part of a page that has a name, and where it is. */
export interface Part {
  readonly name: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A page as it was seen: its picture, the small grey one, and its named parts. */
export interface Seen {
  readonly picture: Buffer;
  readonly small: Buffer;
  readonly parts: readonly Part[];
}

const smallSize = ({ width, height }: Screen) => ({
  width: Math.round(width / SMALLER),
  height: Math.round(height / SMALLER),
});

/** Where the picture of a window and theme lies on its sheet. */
function placeOf(window: number, theme: number) {
  const sizes = WINDOWS.map(smallSize);
  const row = Math.max(...sizes.map(({ height }) => height));
  const left = sizes.slice(0, window).reduce((sum, { width }) => sum + width, 0);
  return { left, top: theme * row, ...(sizes[window] ?? { width: 0, height: 0 }) };
}

/** The small grey picture that is kept of one. */
export const smallOf = (picture: Buffer, screen: Screen): Promise<Buffer> =>
  sharp(picture)
    .resize({ ...smallSize(screen), fit: 'fill' })
    .removeAlpha()
    .greyscale()
    .raw()
    .toBuffer();

/** Under what the picture of a screen in a window and theme is found. */
export const keyOf = (screen: string, window: number, theme: number) => `${screen} ${window} ${theme}`;

/** Keeps what is seen of these screens from now on. */
export async function keep(screens: readonly string[], seen: ReadonlyMap<string, Seen>): Promise<void> {
  mkdirSync(KEPT, { recursive: true });
  const last = placeOf(WINDOWS.length - 1, THEMES.length - 1);
  const row = placeOf(0, 1).top;
  for (const name of screens) {
    const pictures = WINDOWS.flatMap((_, window) =>
      THEMES.flatMap((_theme, theme) => {
        const one = seen.get(keyOf(name, window, theme));
        const { left, top, width, height } = placeOf(window, theme);
        return one ? [{ input: one.small, raw: { width, height, channels: 1 as const }, left, top }] : [];
      }),
    );
    const create = {
      width: last.left + last.width,
      height: row * THEMES.length,
      channels: 3 as const,
      background: { r: PAPER, g: PAPER, b: PAPER },
    };
    await sharp({ create })
      .composite(pictures)
      .greyscale()
      .png({ compressionLevel: 9, effort: 10 })
      .toFile(join(KEPT, `${name}.png`));
  }
}

/** What differs on the pictures of a screen, in words; their pictures are written. */
export async function compare(screen: string, seen: ReadonlyMap<string, Seen>): Promise<string[]> {
  const file = join(KEPT, `${screen}.png`);
  if (!existsSync(file)) return [`${screen}: nothing is kept`];
  const found: string[] = [];
  for (const [window, { name }] of WINDOWS.entries()) {
    for (const [row, theme] of THEMES.entries()) {
      const now = seen.get(keyOf(screen, window, row));
      if (!now) continue;
      const place = placeOf(window, row);
      const kept = await sharp(file).extract(place).greyscale().raw().toBuffer();
      const others = [...now.small.keys()].filter(
        (at) => Math.abs((now.small[at] ?? 0) - (kept[at] ?? 0)) > OTHER_GREY,
      );
      if (others.length <= MOST_OTHER) continue;
      const where = [screen, name, theme].join(', ');
      found.push(
        `${where}: ${others.length} points, in ${partsOf(others, place.width, now.parts).join('; ')}`,
      );
      await write(where.replaceAll(', ', '-'), { now, kept, others, ...place });
    }
  }
  return found;
}

/** The smallest named parts in which points differ, most points first. */
function partsOf(points: readonly number[], width: number, parts: readonly Part[]): string[] {
  const counts = new Map<string, number>();
  for (const point of points) {
    const x = ((point % width) + 0.5) * SMALLER;
    const y = (Math.floor(point / width) + 0.5) * SMALLER;
    const around = parts.filter(
      ({ left, top, width: wide, height }) => x >= left && x < left + wide && y >= top && y < top + height,
    );
    const area = (part: Part) => part.width * part.height;
    const smallest = around.reduce<Part | undefined>(
      (least, part) => (least && area(least) <= area(part) ? least : part),
      undefined,
    );
    const name = `“${smallest?.name ?? 'page'}”`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const rows = points.map((point) => Math.floor(point / width) * SMALLER);
  const from = Math.min(...rows);
  const to = Math.max(...rows) + SMALLER;
  const names = [...counts].toSorted(([, one], [, other]) => other - one).map(([name]) => name);
  return [...names.slice(0, 3), `y ${from}–${to}`];
}

interface Difference {
  readonly now: Seen;
  readonly kept: Buffer;
  readonly others: readonly number[];
  readonly width: number;
  readonly height: number;
}

async function write(name: string, { now, kept, others, width, height }: Difference): Promise<void> {
  const full = { width: width * SMALLER, height: height * SMALLER, fit: 'fill', kernel: 'nearest' } as const;
  const marks = Buffer.alloc(width * height * 4);
  for (const at of others) marks.set([230, 0, 0, 150], at * 4);
  const mark = await sharp(marks, { raw: { width, height, channels: 4 } })
    .resize(full)
    .png()
    .toBuffer();
  const file = (what: string) => join(SEEN, `${name}-${what}.png`);
  await sharp(kept, { raw: { width, height, channels: 1 } })
    .resize(full)
    .toFile(file('kept'));
  await sharp(now.picture).toFile(file('seen'));
  const seen = await sharp(now.picture).resize(full).toBuffer();
  await sharp(seen)
    .composite([{ input: mark }])
    .toFile(file('difference'));
}
