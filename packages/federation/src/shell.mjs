import { createRequire } from 'node:module';
import { join } from 'node:path';
import CopyPlugin from 'copy-webpack-plugin';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import webpack from 'webpack';
import { base, packageFolder, precompressed } from './base.mjs';
import { filesOf } from './chunks-plugin.mjs';
import { NoticesPlugin } from './notices-plugin.mjs';

const require = createRequire(import.meta.url);
const locales = require('@react-aria/optimize-locales-plugin');

// webpack picks the runtime's CommonJS files, which cannot be shaken; its ES modules are 20 KB smaller.
const esm = (name) => join(packageFolder(`@module-federation/${name}`), 'dist/index.js');

/**
 * The webpack configuration of the shell. It has no federation plugin: that would put the federation runtime (20 KB)
 * into the first load of the landing page, which needs none. The shell starts the runtime itself, in a chunk of its
 * own, when the first remote is wanted (frontends/shell/src/remotes). `page` gets the script addresses, and `chunk`, which
 * tells those of a named chunk, and returns the whole HTML page;
 * `files` are copied as they are: `[{ from, to }]`.
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
        '@module-federation/webpack-bundler-runtime$': esm('webpack-bundler-runtime'),
      },
    },
    optimization: {
      ...common.optimization,
      splitChunks: {
        // Below it a file of its own costs more than to have it twice.
        minSize: 40_000,
        cacheGroups: {
          // Packages of one part alone stay in its file.
          defaultVendors: false,
          // Changes only with the dependencies: stays in the cache over most of our releases.
          vendor: {
            test: /node_modules[\\/](?:react|react-dom|scheduler|styled-components|stylis|@tanstack|react-router|react-router-dom)/u,
            name: 'vendor',
            chunks: 'initial',
            enforce: true,
          },
        },
      },
    },
    plugins: [
      locales.webpack({ locales: [] }),
      // The federation runtime without its manifest reader (5 KB) and its Node half: our entries are plain scripts.
      new webpack.DefinePlugin({ FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: true, ENV_TARGET: '"web"' }),
      new HtmlWebpackPlugin({
        filename: 'index.html',
        inject: false,
        minify: false,
        templateContent: ({ htmlWebpackPlugin, compilation }) => {
          const chunk = (name) => filesOf(compilation, name).map((file) => `/${file}`);
          return page({ scripts: htmlWebpackPlugin.files.js, chunk });
        },
      }),
      new CopyPlugin({ patterns: files }),
      new NoticesPlugin({
        file: 'assets/third-party-notices.txt',
        also: [packageFolder('@fontsource-variable/plus-jakarta-sans')],
      }),
      ...precompressed(),
    ],
  };
}
