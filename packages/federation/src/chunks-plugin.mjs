import webpack from 'webpack';

const NAME = 'ChunksPlugin';
/** Name of the chunk that a remote exposes (remote.mjs). */
export const EXPOSED = 'routes';

/** Files of the chunk group of this name, in the order in which they are wanted; none where there is no such group. */
export function filesOf(compilation, name) {
  const files = compilation.namedChunkGroups.get(name)?.getFiles() ?? [];
  return files.filter((file) => file.endsWith('.js'));
}

/**
 * Emits `chunks.json`: by the path of a page, the addresses of what the remote needs to draw it, without the entry, which
 * is asked for anew each time. The gateway writes them into the page, so that the browser fetches them beside the program instead of one after the other behind
 * it (performance, 'Facts that shape the code'). A page takes part by the name of its chunk, which is its path.
 */
export class ChunksPlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      // The last stage: the names of the files have their final hashes.
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: NAME, stage }, () => {
        const prefix = compilation.outputOptions.publicPath;
        const paths = [...compilation.namedChunkGroups.keys()].filter((name) => name.startsWith('/'));
        const chunks = paths
          .toSorted((a, b) => a.localeCompare(b))
          .map((path) => {
            const files = [...filesOf(compilation, EXPOSED), ...filesOf(compilation, path)];
            return [path, [...new Set(files)].map((file) => `${prefix}${file}`)];
          });
        const text = JSON.stringify(Object.fromEntries(chunks));
        compilation.emitAsset('chunks.json', new webpack.sources.RawSource(text));
      });
    });
  }
}
