import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runNode, UsageError } from '../child.ts';
import { projectRoot } from '../paths.ts';
import { SUMMARY } from './test.ts';

const MOST = 20;

/** `npm run test:repeat -- 5`: `npm test` so many times in a row, whatever each brings; their summaries at the end. */
export async function run([word = '']: string[]): Promise<number> {
  const times = Number(word);
  if (!Number.isInteger(times) || times < 1 || times > MOST)
    throw new UsageError(`How often is one of 1 to ${MOST}: npm run test:repeat -- 5`);
  const summaries: string[] = [];
  let failures = 0;
  for (let at = 1; at <= times; at += 1) {
    rmSync(SUMMARY, { force: true });
    const program = join(projectRoot, 'deploy/local/cli.mjs');
    const { code } = await runNode([program, 'test'], { env: process.env, show: true });
    if (code !== 0) failures += 1;
    const summary = existsSync(SUMMARY) ? readFileSync(SUMMARY, 'utf8').trim() : `ended with ${code}`;
    summaries.push(`Run ${at}: ${summary.replaceAll('\n', '; ')}`);
  }
  console.log(summaries.join('\n'));
  return failures === 0 ? 0 : 1;
}
