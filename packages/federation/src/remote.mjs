import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { base, precompressed } from './base.mjs';
import { ChunksPlugin, EXPOSED } from './chunks-plugin.mjs';
import { NoticesPlugin } from './notices-plugin.mjs';
import { sharedByRemote } from './shared.mjs';

const require = createRequire(import.meta.url);
const locales = require('@react-aria/optimize-locales-plugin');

/**
 * The webpack configuration of a remote: `export default remote({ area: 'auth', context: import.meta.dirname })`.
 * It exposes `./routes` (src/routes.tsx); assets live under `/remotes/<area>/`, so no host name is compiled in.
 */
export function remote({
  area,
  context,
  exposes = { './routes': { import: './src/routes.tsx', name: EXPOSED } },
}) {
  const common = base({ context, name: `remote-${area}` });
  return {
    ...common,
    entry: {},
    module: {
      ...common.module,
      rules: [
        ...common.module.rules,
        // The last rule is the first to run: it sees the source as it was written.
        { test: join(context, 'src/routes.tsx'), loader: require.resolve('./route-chunks-loader.cjs') },
      ],
    },
    output: {
      path: join(context, 'dist'),
      publicPath: `/remotes/${area}/`,
      filename: '[name].[contenthash:10].js',
      // The entry lists them all, and each page begins with the entry.
      chunkFilename: '[contenthash:8].js',
      uniqueName: area,
      // A module that lacked a shared part is evaluated anew at the next try; by default its half-made exports would stay.
      strictModuleErrorHandling: true,
      clean: true,
    },
    optimization: {
      ...common.optimization,
      splitChunks: {
        // What a sheet of the staff shares with families' pages is copied into it: their files stay as few as without it.
        chunks: (chunk) => !chunk.canBeInitial() && chunk.name !== 'staff-sheet',
        // A page begins with its entry, the routes and these: a browser has six lines to a server without HTTP/2.
        maxAsyncRequests: 3,
      },
    },
    // The shell has what entries use of the federation runtime; a copy in each would be half of it (budget 4 KB).
    externalsType: 'global',
    externals: [
      ({ request }, done) =>
        request && /[\\/]webpack-bundler-runtime[\\/]/u.test(request)
          ? done(null, '_FEDERATION_BUNDLER_RUNTIME')
          : done(),
    ],
    plugins: [
      locales.webpack({ locales: [] }),
      new ModuleFederationPlugin({
        name: area,
        // Without a hash: the one address that the shell knows. The gateway has it revalidated at every visit.
        filename: 'entry.js',
        exposes,
        shared: sharedByRemote(),
        shareStrategy: 'loaded-first',
        experiments: { externalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
        manifest: false,
        dts: false,
        dev: false,
      }),
      new ChunksPlugin(),
      new NoticesPlugin({ file: 'third-party-notices.txt' }),
      ...precompressed(),
    ],
  };
}
