import type { Stack } from '@gerbang/local/stack';
import type { World } from '../world.ts';
import { sweepCells, sweepReads } from './cells.ts';
import { sweepDirect } from './direct.ts';
import { createExaminer } from './examiner.ts';
import { sweepFields } from './fields.ts';
import { openFingerprints } from './fingerprint.ts';
import { sweepOrigins } from './origins.ts';
import { sweepRoutes } from './routes.ts';
import { sweepSessions } from './sessions.ts';
import { sweepTwice } from './twice.ts';

export interface Swept {
  readonly part: string;
  readonly calls: number;
}

/**
 * The authorization sweep. `each`: the databases are compared after every refusal, not after every part; `sample`: only
 * every so-manyth cell is looked at, and what takes a whole story is left out.
 */
export async function sweep(
  world: World,
  stack: Stack,
  options: { seed: number; each: boolean; sample?: number; say?: (line: string) => void },
): Promise<Swept[]> {
  const fingerprints = await openFingerprints(stack);
  const done: Swept[] = [];
  const { seed, sample = 1 } = options;
  try {
    const parts: Record<string, () => Promise<number>> = {
      'rows and routes': () => sweepRoutes(world, sample),
      'refusals of the table': () => refusals((examiner) => sweepCells(world, examiner, seed)),
      'forbidden fields': () => refusals((examiner) => sweepFields(world, examiner, seed)),
      'foreign origins': () => refusals((examiner) => sweepOrigins(world, examiner, seed)),
      'reads that are allowed': () =>
        sweepReads(world, createExaminer(world, fingerprints, options), seed, sample),
      'services without the gateway': () => sweepDirect(world, stack, sample),
      'the next request': () => sweepSessions(world),
      ...(sample === 1 && { 'twice at once': () => sweepTwice(world) }),
    };
    for (const [part, run] of Object.entries(parts)) {
      const calls = await run();
      done.push({ part, calls });
      options.say?.(`  ${part}: ${calls}`);
    }
  } finally {
    await fingerprints.close();
  }
  return done;

  async function refusals(
    run: (examiner: ReturnType<typeof createExaminer>) => Promise<void>,
  ): Promise<number> {
    const examiner = createExaminer(world, fingerprints, options);
    await run(examiner);
    return examiner.refusals();
  }
}
