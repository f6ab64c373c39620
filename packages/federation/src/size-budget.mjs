import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const brotli = promisify(brotliCompress);

async function compressed(file) {
  const ready = await readFile(`${file}.br`).catch(() => null);
  return ready ? ready.length : (await brotli(await readFile(file))).length;
}

/**
 * Bytes (brotli) of what a first visit loads: the page, the scripts it names and the font it preloads.
 * Budgets: JavaScript ≤ 110 KB, all ≤ 130 KB, in KB of 1,024 bytes.
 */
export async function firstLoad(dist) {
  const html = await readFile(join(dist, 'index.html'), 'utf8');
  const named = (pattern) => [...html.matchAll(pattern)].map((match) => match[1]);
  // The page starts its scripts itself, after the first paint: the first of its lists. The others are of inner pages.
  const [, started = ''] =
    /id="gerbang-start">[^]*?\)\(\[([^\]]*)\],\[[^\]]*\],\[[^\]]*\]\)<\/script>/u.exec(html) ?? [];
  const scripts = [...started.matchAll(/"\/([^"]+)"/gu)].map((match) => match[1]);
  if (scripts.length === 0) throw new Error('The page names no script');
  const fonts = named(/<link[^>]+as="font"[^>]*href="\/([^"]+)"/gu);
  const sum = async (names, size) => {
    const sizes = await Promise.all(names.map((name) => size(join(dist, name))));
    return sizes.reduce((total, one) => total + one, 0);
  };
  const javascript = await sum(scripts, compressed);
  const font = await sum(fonts, async (file) => (await readFile(file)).length);
  const page = (await brotli(Buffer.from(html))).length;
  return { javascript, font, page, total: javascript + font + page };
}

/** Bytes (brotli) of a remote's entry (budget 4 KB) and of all its chunks together (budget 40 KB a page). */
export async function remoteLoad(dist) {
  // The entry lies there twice, once under its hash.
  const files = (await readdir(dist)).filter((name) => /^(?!entry\.\w+\.js$).*\.js$/u.test(name));
  const sizes = await Promise.all(files.map(async (name) => [name, await compressed(join(dist, name))]));
  const entry = sizes.find(([name]) => name === 'entry.js')?.[1] ?? 0;
  return { entry, all: sizes.reduce((total, [, size]) => total + size, 0) };
}
