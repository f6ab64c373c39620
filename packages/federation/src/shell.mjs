import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import { base, packageFolder } from './base.mjs';
import { EmitPlugin } from './emit-plugin.mjs';
import { PrecompressPlugin } from './precompress-plugin.mjs';
import { sharedByShell } from './shared.mjs';

const require = createRequire(import.meta.url);
const locales = require('@react-aria/optimize-locales-plugin');

// webpack picks the runtime's CommonJS files, which cannot be shaken; its ES modules are 20 KB smaller.
const esm = (name) => join(packageFolder(`@module-federation/${name}`), 'dist/index.js');

/**
 * The webpack configuration of the shell. `page` gets the script addresses and returns the whole HTML page;
 * `files` are emitted as they are (font, icons).
 */
export function shell({ context, page, files = [] }) {
  const common = base({ context, name: 'shell' });
  return {
    ...common,
    entry: { main: './src/main.tsx' },
    output: {
      path: join(context, 'dist'),
      publicPath: '/',
      filename: 'assets/[name].[contenthash:10].js',
      chunkFilename: 'assets/[contenthash:10].js',
      uniqueName: 'shell',
      clean: true,
    },
    resolve: {
      ...common.resolve,
      alias: {
        'react-router$': join(packageFolder('react-router'), 'dist/production/index.mjs'),
        '@module-federation/runtime$': esm('runtime'),
        '@module-federation/runtime-core$': esm('runtime-core'),
        '@module-federation/sdk$': esm('sdk'),
      },
    },
    optimization: {
      ...common.optimization,
      splitChunks: {
        cacheGroups: {
          // Changes only with the dependencies: stays in the cache over most of our releases.
          vendor: {
            test: /node_modules[\\/](?:react|react-dom|scheduler|styled-components|stylis|@tanstack|react-router|@module-federation)/u,
            name: 'vendor',
            chunks: 'initial',
            enforce: true,
          },
        },
      },
    },
    plugins: [
      locales.webpack({ locales: [] }),
      new ModuleFederationPlugin({
        name: 'shell',
        remotes: {},
        shared: sharedByShell(),
        shareStrategy: 'loaded-first',
        // Entries are plain scripts, so the part that reads manifests (5 KB) stays out; see remote.mjs.
        experiments: { provideExternalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
        manifest: false,
        dts: false,
        dev: false,
      }),
      new HtmlWebpackPlugin({
        filename: 'index.html',
        inject: false,
        minify: false,
        templateContent: ({ htmlWebpackPlugin }) => page({ scripts: htmlWebpackPlugin.files.js }),
      }),
      new EmitPlugin(files),
      new PrecompressPlugin(),
    ],
  };
}
