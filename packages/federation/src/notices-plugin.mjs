import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import webpack from 'webpack';

const NAME = 'NoticesPlugin';
// Folders that begin with a dot are what builds write there.
const PACKAGE = /^.*[\\/]node_modules[\\/](?!\.)(?:@[^\\/]+[\\/])?[^\\/]+/u;
const LICENCE = /^(?:licen[cs]e|copying|notice)(?:$|[.-])/iu;

/**
 * Emits `third-party-notices.txt`: every package of which a part is in this bundle, with the texts of its licence, as the
 * licences ask of whoever hands copies on. `file` is its path in the output, `also` are folders of packages that no
 * module shows (a font).
 */
export class NoticesPlugin {
  constructor({ file, also = [] }) {
    this.file = file;
    this.also = also;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_SUMMARIZE;
      compilation.hooks.processAssets.tap({ name: NAME, stage }, () => {
        const folders = [...this.also, ...packagesOf(compilation)];
        compilation.emitAsset(this.file, new webpack.sources.RawSource(noticesOf(folders)));
      });
    });
  }
}

/** Folders of the packages whose modules are in a chunk; what was shaken away is in none. */
function packagesOf(compilation) {
  const modules = [...compilation.modules].filter(
    (module) => compilation.chunkGraph.getNumberOfModuleChunks(module) > 0,
  );
  const all = modules.flatMap((module) => [module, ...(module.modules ?? [])]);
  return all.flatMap((module) => module.nameForCondition?.()?.match(PACKAGE)?.[0] ?? []);
}

/** The text: packages with the same licence text together, in the order of their names. */
function noticesOf(folders) {
  const byText = new Map();
  for (const folder of new Set(folders)) {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const text = licenceOf(folder) ?? `(the package holds no text of its licence, which is ${license})`;
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  const parts = [...byText].map(([text, names]) => [names.toSorted(byName).join('\n'), text]);
  return [
    'Gerbang is distributed with parts of these packages.',
    ...parts.toSorted(([one], [two]) => byName(one, two)).map(([names, text]) => `${names}\n\n${text}`),
  ].join(`\n\n${'-'.repeat(80)}\n\n`);
}

const byName = (one, two) => one.localeCompare(two, 'en');

function licenceOf(folder) {
  const files = readdirSync(folder).filter((name) => LICENCE.test(name));
  if (files.length === 0) return undefined;
  return files
    .toSorted(byName)
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n');
}
