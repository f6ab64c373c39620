import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import webpack from 'webpack';
import { inDevelopment } from './configuration.mjs';

/**
 * Program: builds the given front ends at every save and tells open pages (`npm run dev`); its parent gets a message when
 * all of them are built for the first time.
 * Usage: `main.mjs <folder of the builds> <port of the events> <folder of a front end>…`
 */
const [folder, port, ...sources] = process.argv.slice(2);
const events = `http://localhost:${port}/events`;
const listeners = new Set();
/** The last build by the name of its front end. */
const builds = new Map();

const server = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'access-control-allow-origin': '*' });
  for (const [name, build] of builds) response.write(eventOf(name, build));
  response.write('\n');
  listeners.add(response);
  request.once('close', () => listeners.delete(response));
});
server.listen(Number(port), '127.0.0.1');

const compiler = webpack(await Promise.all(sources.map(configurationOf)));
for (const { name, hooks } of compiler.compilers) {
  mkdirSync(join(folder, name, 'dist', 'assets'), { recursive: true });
  hooks.done.tap('development', (stats) => tell(name, stats));
}
compiler.watch(
  compiler.compilers.map(({ options }) => options.watchOptions),
  (error) => {
    if (error) throw error;
  },
);

async function configurationOf(source) {
  const loaded = await import(pathToFileURL(join(source, 'webpack.config.mjs')).href);
  const configuration = typeof loaded.default === 'function' ? await loaded.default() : loaded.default;
  const name = source.split('/').pop();
  return inDevelopment(configuration, { name, folder, events });
}

function tell(name, stats) {
  const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
  for (const { message, moduleName } of [...errors, ...warnings])
    console.log(`${moduleName ?? name}: ${message}`);
  if (builds.has(name) && errors.length === 0)
    console.log(`Built frontends/${name} in ${stats.endTime - stats.startTime} ms`);
  const build = { hash: stats.hash, errors: errors.map(({ message }) => message) };
  builds.set(name, build);
  if (builds.size === sources.length) process.send?.('built');
  for (const listener of listeners) listener.write(eventOf(name, build));
}

function eventOf(name, build) {
  return `event: ${name}\ndata: ${JSON.stringify(build)}\n\n`;
}

// The parent may also be gone without a signal.
const end = () => compiler.close(() => process.exit(0));
process.on('SIGTERM', end).on('SIGINT', end).on('disconnect', end);
