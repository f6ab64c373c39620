import type { Stack } from '@gerbang/local/stack';
import type { World } from '../world.ts';
import { openBench } from './bench.ts';
import { bodyGroups } from './bodies.ts';
import { doorGroups } from './doors.ts';
import { queryGroups } from './queries.ts';
import { socketGroups } from './sockets.ts';
import { storyGroups } from './stories.ts';
import { valueGroups } from './values.ts';

const GROUPS = [
  ...doorGroups,
  ...bodyGroups,
  ...valueGroups,
  ...queryGroups,
  ...storyGroups,
  ...socketGroups,
].sort((one, two) => Number(one.id.slice(1)) - Number(two.id.slice(1)));

/** B1 to B22 of the reliability page against the running portal; answers cases a group, and figures that are no tests. */
export async function badInput(
  world: World,
  stack: Stack,
  options: { seed: number; only?: readonly string[]; say?: (line: string) => void },
): Promise<{ groups: { id: string; what: string; cases: number }[]; figures: Record<string, number> }> {
  const { bench, figures, close } = openBench(world, stack, options.seed);
  const groups: { id: string; what: string; cases: number }[] = [];
  try {
    for (const { id, what, run } of GROUPS.filter((group) => options.only?.includes(group.id) ?? true)) {
      const cases = await run(bench);
      groups.push({ id, what, cases });
      options.say?.(`  ${id} ${what}: ${cases}`);
    }
  } finally {
    close();
  }
  return { groups, figures };
}
