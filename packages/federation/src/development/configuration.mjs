import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import RefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import CompressionPlugin from 'compression-webpack-plugin';
import webpack from 'webpack';

const require = createRequire(import.meta.url);
const beside = (file) => fileURLToPath(new URL(file, import.meta.url));

/** Modules that a save can change; node_modules stays as it was at the start. */
const WATCHED = { aggregateTimeout: 20, ignored: ['**/node_modules/**', '**/*.test.*', '**/dist/**'] };

/**
 * Turns the configuration that production uses into one for development, so that production knows nothing of it: source
 * maps (as files, because the content security policy forbids eval), hot updates, React Refresh, no compression.
 * `folder` receives `<name>/dist`, `events` is the address of the stream of finished builds.
 */
export function inDevelopment(configuration, { name, folder, events }) {
  const { cache, module, optimization, output, plugins } = configuration;
  const prefix = output.filename.includes('/') ? `${output.filename.split('/')[0]}/` : '';
  const host = name === 'shell';
  const entries = [
    ...(host ? [beside('./refresh-host.mjs')] : []),
    `${beside('./hot-client.mjs')}?${new URLSearchParams({ name, events })}`,
  ];
  return {
    ...configuration,
    name,
    mode: 'development',
    devtool: 'cheap-module-source-map',
    cache: {
      ...cache,
      name: `${cache.name}-development`,
      buildDependencies: { config: [...cache.buildDependencies.config, fileURLToPath(import.meta.url)] },
    },
    output: {
      ...output,
      path: join(folder, name, 'dist'),
      filename: `${prefix}[name].js`,
      chunkFilename: `${prefix}[id].js`,
      hotUpdateChunkFilename: `${prefix}[id].[fullhash].hot-update.js`,
      hotUpdateMainFilename: `${prefix}[runtime].[fullhash].hot-update.json`,
    },
    module: { ...module, rules: module.rules.map(withRefresh) },
    // Chunks are named after pages (`/profile`), which would make folders of the files.
    optimization: { ...optimization, chunkIds: 'deterministic' },
    externals: [...(configuration.externals ?? []), ...(host ? [] : [hostsRefresh(name)])],
    plugins: [
      ...plugins.filter((plugin) => !(plugin instanceof CompressionPlugin)),
      new webpack.HotModuleReplacementPlugin(),
      new RefreshPlugin({ overlay: false }),
      ...entries.map((entry) => new webpack.EntryPlugin(configuration.context, entry, { name: undefined })),
    ],
    watchOptions: WATCHED,
    infrastructureLogging: { level: 'error' },
  };
}

function withRefresh(rule) {
  if (rule.loader !== require.resolve('swc-loader')) return rule;
  const { jsc } = rule.options;
  const react = { ...jsc.transform.react, development: true, refresh: true };
  return { ...rule, options: { ...rule.options, jsc: { ...jsc, transform: { ...jsc.transform, react } } } };
}

/** All parts of the page share the shell's refresh runtime: React keeps the replacements of one runtime only. */
function hostsRefresh(name) {
  return ({ request }, done) =>
    request === 'react-refresh/runtime' ? done(null, `var gerbangRefresh('${name}')`) : done();
}
