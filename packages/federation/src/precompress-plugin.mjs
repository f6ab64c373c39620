import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import webpack from 'webpack';

const NAME = 'PrecompressPlugin';
const TEXT = /\.(?:js|css|svg|json|webmanifest)$/u;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Puts a `.br` and a `.gz` beside every text asset, so that the gateway never compresses while serving. */
export class PrecompressPlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER;
      compilation.hooks.processAssets.tapPromise({ name: NAME, stage }, async (assets) => {
        const jobs = Object.entries(assets).filter(([name]) => TEXT.test(name));
        await Promise.all(
          jobs.map(async ([name, source]) => {
            const bytes = source.buffer();
            const [br, gz] = await Promise.all([
              brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
              zip(bytes, { level: 9 }),
            ]);
            compilation.emitAsset(`${name}.br`, new webpack.sources.RawSource(br));
            compilation.emitAsset(`${name}.gz`, new webpack.sources.RawSource(gz));
          }),
        );
      });
    });
  }
}
