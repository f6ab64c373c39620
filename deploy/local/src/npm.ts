import { existsSync } from 'node:fs';
import { type ChildResult, runNode, UsageError } from './child.ts';
import { projectRoot } from './paths.ts';

/** Settings of a registry that people give by environment instead of a file. */
const REGISTRY = /^npm_config_(?:registry|cafile|proxy|https_proxy|cache|userconfig|globalconfig)$/iu;

/** Runs the npm that started this command, in a folder. Throws a UsageError where none did. */
export function runNpm(args: readonly string[], cwd = projectRoot): Promise<ChildResult> {
  const program = process.env.npm_execpath ?? '';
  if (!existsSync(program)) throw new UsageError('npm was not found: start this command by `npm run`.');
  const settings = Object.entries(process.env).filter(([name]) => REGISTRY.test(name));
  return runNode([program, ...args, '--loglevel=error'], { cwd, env: Object.fromEntries(settings) });
}

/** A field that the registry tells of a package; null where it does not know that package or version. */
export async function npmView(name: string, field: string): Promise<string | null> {
  const { code, output } = await runNpm(['view', name, field]);
  const value = output.trim();
  return code === 0 && value !== '' ? value : null;
}
