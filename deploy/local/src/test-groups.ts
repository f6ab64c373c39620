import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isLong } from './long-tests.ts';
import { projectRoot } from './paths.ts';
import { weigher } from './test-weights.ts';

/** Files that start programs: each of them runs by itself. */
const ALONE = [
  /\.(?:e2e|redis)\.test\.ts$/u,
  /(?:canary|kills|crash|process|start|shutdown|databases|postgres|supervisor|install-lock|metrics)\.test\.ts$/u,
  /^deploy\/(?:backup|checks\/(?:load|faults|fuzz))\//u,
];
/** A mocked module stays mocked for a whole Jest file. */
const MOCKS = /\bjest\.(?:mock|doMock|resetModules)\(/u;
/** What a group should take, in seconds: long enough to share modules, short enough to spread over the workers. */
const GROUP_SECONDS = 40;
const SKIPPED = new Set(['node_modules', 'dist', '.local', '.cache', '.git']);

const FOLDER = join(projectRoot, '.cache', 'test-groups');

export interface TestGroup {
  /** The generated file that Jest runs. */
  readonly file: string;
  /** The test files in it, relative to the project. */
  readonly members: readonly string[];
}

/** All test files below a folder, relative to the project, in a stable order. */
function testFiles(folder: string): string[] {
  return readdirSync(join(projectRoot, folder), { withFileTypes: true })
    .filter(({ name }) => !SKIPPED.has(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return testFiles(path);
      return /\.test\.tsx?$/u.test(entry.name) ? [path] : [];
    });
}

/** `services/admission/test/x.test.ts` → `node-services-admission`: files of one workspace and kind share modules. */
function shelfOf(path: string): string {
  const [top = '', second = ''] = path.split('/');
  const workspace = top === 'gateway' ? top : `${top}-${second}`;
  return `${path.endsWith('x') ? 'dom' : 'node'}-${workspace}`;
}

function shared(members: readonly string[], seconds: number, isDom: boolean): string {
  const lines = members.map((path) => {
    const from = relative(FOLDER, join(projectRoot, path));
    return `describe(${JSON.stringify(path)}, () => {\n  require(${JSON.stringify(from)});\n});`;
  });
  // Testing Library registers its clean-up where it is first loaded: outside of any one member.
  return `// ${seconds.toFixed(1)} seconds\n${isDom ? "require('@testing-library/react');\n" : ''}${lines.join('\n')}\n`;
}

/**
 * Writes Jest files that each load several light test files of one workspace, so that the modules under test and the
 * test environment load once a group and not once a file. Returns the groups, the files that run by themselves and those
 * that are left to the long forms.
 */
export function writeGroups(): { groups: TestGroup[]; alone: string[]; long: string[] } {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const all = ['packages', 'gateway', 'services', 'frontends', 'deploy'].flatMap(testFiles);
  const files = all.filter((path) => !isLong(path));
  const weightOf = weigher();
  const alone = files.filter(
    (path) =>
      ALONE.some((pattern) => pattern.test(path)) ||
      MOCKS.test(readFileSync(join(projectRoot, path), 'utf8')),
  );
  const light = files.filter((path) => !alone.includes(path));
  const groups: TestGroup[] = [];
  for (const [shelf, members] of Map.groupBy(light, shelfOf)) {
    const all = members.reduce((sum, path) => sum + weightOf(path), 0);
    const enough = all / Math.ceil(all / GROUP_SECONDS);
    const parts: { seconds: number; members: string[] }[] = [];
    for (const path of members) {
      let part = parts.at(-1);
      if (!part || part.seconds >= enough) {
        part = { seconds: 0, members: [] };
        parts.push(part);
      }
      part.members.push(path);
      part.seconds += weightOf(path);
    }
    const isDom = shelf.startsWith('dom-');
    for (const [at, part] of parts.entries()) {
      const file = join(FOLDER, `${shelf}-${at + 1}.test.${isDom ? 'tsx' : 'ts'}`);
      writeFileSync(file, shared(part.members, part.seconds, isDom));
      groups.push({ file, members: part.members });
    }
  }
  return { groups, alone, long: all.filter(isLong) };
}
