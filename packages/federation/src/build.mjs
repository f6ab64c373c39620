import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import webpack from 'webpack';

/**
 * Builds the frontend of the present folder by its webpack.config.mjs (`npm run build` of a frontend);
 * `--watch` builds again at every change.
 */
const loaded = await import(pathToFileURL(join(process.cwd(), 'webpack.config.mjs')).href);
const configuration = typeof loaded.default === 'function' ? await loaded.default() : loaded.default;
const compiler = webpack(configuration);

const report = (error, stats) => {
  if (error) throw error;
  process.stdout.write(`${stats.toString({ preset: 'errors-warnings', colors: process.stdout.isTTY })}\n`);
  if (stats.hasErrors()) process.exitCode = 1;
};

if (process.argv.includes('--watch')) compiler.watch({}, report);
else compiler.run((error, stats) => compiler.close((closing) => report(error ?? closing, stats)));
