import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import webpack from 'webpack';
import { base } from './base.mjs';

const require = createRequire(import.meta.url);

/** Compiles an entry for Node and returns its exports: how first-paint markup is made at build time. */
export async function loadForNode({ context, entry, cacheDirectory }) {
  const compiler = webpack({
    ...base({ context, name: 'prerender', target: 'node24' }),
    entry,
    optimization: { minimize: false },
    output: { path: cacheDirectory, filename: 'prerender.cjs', library: { type: 'commonjs2' } },
  });
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (stats.hasErrors()) throw new Error(stats.toString('errors-only'));
  const file = join(cacheDirectory, 'prerender.cjs');
  delete require.cache[file];
  return require(file);
}
