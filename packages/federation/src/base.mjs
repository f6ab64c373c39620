import CompressionPlugin from 'compression-webpack-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants } from 'node:zlib';

/** Puts a `.br` and a `.gz` beside every text asset, so that the gateway never compresses while serving. */
export function precompressed() {
  // Also where it saves nothing: the gateway need not look which of the two is there.
  const all = {
    test: /\.(?:js|css|svg|json|webmanifest)$/u,
    threshold: 0,
    minRatio: Number.MAX_SAFE_INTEGER,
  };
  return [
    new CompressionPlugin({
      ...all,
      algorithm: 'brotliCompress',
      filename: '[path][base].br',
      compressionOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } },
    }),
    new CompressionPlugin({
      ...all,
      algorithm: 'gzip',
      filename: '[path][base].gz',
      compressionOptions: { level: 9 },
    }),
  ];
}

const require = createRequire(import.meta.url);

/** Browsers get styles without comments, white space and what no page uses; class names stay as they are. */
const STYLES = {
  minify: true,
  pure: true,
  transpileTemplateLiterals: false,
  displayName: false,
  fileName: false,
  ssr: false,
};

/** The folder of a package's sources, by the address of one of its modules. */
export const folderOf = (address) => dirname(fileURLToPath(address));

/** Where the builds of a workspace keep what the next one can use. */
export const cacheFolder = (context) => join(context, 'node_modules/.cache/gerbang');

/** The part of the configuration that the shell, the remotes and the prerender step have in common. */
export function base({
  context,
  name,
  mode = 'production',
  target = 'browserslist:chrome 109, safari 16, firefox 115',
}) {
  return {
    name,
    context,
    mode,
    target,
    devtool: false,
    cache: {
      type: 'filesystem',
      name,
      cacheDirectory: join(cacheFolder(context), 'webpack'),
      buildDependencies: { config: [fileURLToPath(import.meta.url), join(context, 'webpack.config.mjs')] },
    },
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'], extensionAlias: { '.js': ['.js', '.ts'] } },
    module: {
      // A schema that a page asks for by mistake ends the build.
      parser: { javascript: { exportsPresence: 'error' } },
      rules: [
        {
          test: /\.tsx?$/u,
          loader: require.resolve('swc-loader'),
          options: {
            jsc: {
              target: 'es2022',
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic' } },
              experimental: {
                plugins: [[require.resolve('@swc/plugin-styled-components'), STYLES]],
                cacheRoot: join(cacheFolder(context), 'swc'),
              },
            },
          },
        },
        {
          test: /\.ts$/u,
          include: folderOf(import.meta.resolve('@gerbang/contracts/endpoint')),
          loader: fileURLToPath(new URL('contract-loader.mjs', import.meta.url)),
        },
        { test: /\.woff2$/u, type: 'asset/resource' },
      ],
    },
    optimization: {
      minimizer: [
        new MinimizerPlugin({
          minify: MinimizerPlugin.swcMinify,
          extractComments: false,
          minimizerOptions: { compress: { passes: 4 }, mangle: true, format: { comments: false } },
        }),
      ],
    },
    performance: false,
    stats: 'errors-warnings',
  };
}

/** Folder of an installed package, wherever npm has put it. */
export function packageFolder(name) {
  const folder = (require.resolve.paths(name) ?? [])
    .map((modules) => join(modules, name))
    .find((candidate) => existsSync(join(candidate, 'package.json')));
  if (!folder) throw new Error(`${name} is not installed`);
  return folder;
}
