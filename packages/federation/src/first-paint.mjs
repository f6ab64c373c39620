import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import subsetFont from 'subset-font';
import webpack from 'webpack';
import { base, cacheFolder, packageFolder } from './base.mjs';

/** Indonesian text, European names, and the signs that our screens print; other signs of Latin-1 would weigh 2 KB. */
const characters = () => {
  const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i));
  return [...range(0x20, 0x7e), ...range(0xc0, 0xff), ...'\u00A0·°–—‘’“”•…›‹→×−'].join('');
};

/** Cuts the font to what we print and to the weights that we use; returns its hashed name and its file. */
export async function makeFont(context) {
  const folder = cacheFolder(context);
  const source = join(
    packageFolder('@fontsource-variable/plus-jakarta-sans'),
    'files/plus-jakarta-sans-latin-wght-normal.woff2',
  );
  const input = await readFile(source);
  const key = createHash('sha256').update(input).update(characters()).digest('hex').slice(0, 12);
  const cached = join(folder, `font-${key}.woff2`);
  const font = { name: `plus-jakarta-sans.${key}.woff2`, file: cached };
  if (existsSync(cached)) return font;
  const bytes = await subsetFont(input, characters(), {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
  });
  await mkdir(folder, { recursive: true });
  await writeFile(cached, bytes);
  return font;
}

const require = createRequire(import.meta.url);

/** Compiles an entry for Node and returns its exports: how first-paint markup is made at build time. */
export async function loadForNode({ context, entry }) {
  const folder = cacheFolder(context);
  const compiler = webpack({
    ...base({ context, name: 'prerender', target: 'node24' }),
    entry,
    optimization: { minimize: false },
    output: { path: folder, filename: 'prerender.cjs', library: { type: 'commonjs2' } },
  });
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (stats.hasErrors()) throw new Error(stats.toString('errors-only'));
  const file = join(folder, 'prerender.cjs');
  delete require.cache[file];
  return require(file);
}
