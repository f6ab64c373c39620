import { logIn } from './client.ts';
import type { Report } from './fault.ts';
import { judge } from './judge.ts';
import { type Load, startLoad } from './load.ts';
import type { World } from './world.ts';

/** Does something to a world under load and judges what is left of it; most faults are that and nothing else. */
export async function underLoad(
  world: World,
  options: Parameters<typeof judge>[2] & { readonly seed: number; readonly urls?: readonly string[] },
  work: (load: Load) => Promise<Partial<Report> & { did: string }>,
): Promise<Report> {
  const { seed, urls, ...judged } = options;
  const load = await startLoad({ ...world, seed, ...(urls && { urls }) });
  let done: Awaited<ReturnType<typeof work>>;
  try {
    done = await work(load);
  } finally {
    await load.stop();
  }
  if (judged.sessionsMayGo) await logInAgain(world);
  const verdict = await judge(world, load, judged);
  return {
    did: done.did,
    wrong: [...(done.wrong ?? []), ...verdict.wrong],
    late: [...(done.late ?? []), ...(verdict.late ?? [])],
    figures: { ...done.figures, ...verdict.figures },
  };
}

/** Whoever has not called since their session went would be missed by the next fault. */
async function logInAgain({ stack, people }: World): Promise<void> {
  for (const person of [...people.parents, ...Object.values(people.staff)]) await logIn(stack.url, person);
}
