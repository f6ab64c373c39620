import { createHash } from 'node:crypto';
import webpack from 'webpack';

const NAME = 'ChunksPlugin';
/** Name of the chunk that a remote exposes (remote.mjs). */
export const EXPOSED = 'routes';
const ENTRY = 'entry.js';

/** Files of the chunk group of this name, in the order in which they are wanted; none where there is no such group. */
export function filesOf(compilation, name) {
  const files = compilation.namedChunkGroups.get(name)?.getFiles() ?? [];
  return files.filter((file) => file.endsWith('.js'));
}

/**
 * Emits the entry once more under the hash of what is in it, so that it may stay in the cache, and `chunks.json`: the
 * address of that copy, and by the path of a page the addresses of what the remote needs to draw it. The gateway writes
 * them into the page, so that the browser fetches them beside the program instead of one after the other behind it. A
 * page takes part by the name of its chunk, which is its path (route-chunks-loader).
 */
export class ChunksPlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      const { Compilation, sources } = webpack;
      const prefix = compilation.outputOptions.publicPath;
      let entry = ENTRY;
      // After the hashes of what the entry names, before everything is compressed.
      const hashed = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1;
      compilation.hooks.processAssets.tap({ name: NAME, stage: hashed }, (assets) => {
        const bytes = assets[ENTRY].buffer();
        entry = `entry.${createHash('sha256').update(bytes).digest('hex').slice(0, 10)}.js`;
        compilation.emitAsset(entry, new sources.RawSource(bytes));
      });
      // The last stage: the names of the files have their final hashes.
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: NAME, stage }, () => {
        const paths = [...compilation.namedChunkGroups.keys()].filter((name) => name.startsWith('/'));
        const pages = paths
          .toSorted((a, b) => a.localeCompare(b))
          .map((path) => {
            const files = [entry, ...filesOf(compilation, EXPOSED), ...filesOf(compilation, path)];
            return [path, [...new Set(files)].map((file) => `${prefix}${file}`)];
          });
        const text = JSON.stringify({ entry: `${prefix}${entry}`, pages: Object.fromEntries(pages) });
        compilation.emitAsset('chunks.json', new sources.RawSource(text));
      });
    });
  }
}
