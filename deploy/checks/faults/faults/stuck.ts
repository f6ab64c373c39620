import type { Shape } from '@gerbang/local/environments';
import type { ProgramName } from '@gerbang/local/program-parts';
import type { Fault, Scene } from '../fault.ts';
import { waitForHealth } from '../judge.ts';
import { SERVED } from '../programs.ts';
import { stickAndWatch } from '../stuck.ts';
import type { World } from '../world.ts';

const BACK_MS = 30_000;

async function stickAll(world: World, names: readonly ProgramName[], shape: Shape, { say }: Scene) {
  const wrong: string[] = [];
  const late: string[] = [];
  const figures: Record<string, number> = {};
  for (const name of names) {
    const seen = await stickAndWatch(world, name, shape);
    say(`${seen.process}: back after ${seen.back} ms; ${seen.line}`);
    wrong.push(...seen.wrong);
    if (seen.back > BACK_MS) late.push(`${seen.process} was back after ${seen.back} ms`);
    figures[`${shape}: ${seen.process} back, ms`] = seen.back;
    await waitForHealth(world);
  }
  return { wrong, late, figures };
}

/** The event loop of each process of both shapes stands still; its watchdog ends it, and it is started again. */
export const stuckLoops: Fault = {
  id: 'F24',
  title: 'event loop stuck, in each process of both shapes',
  seeded: false,
  async run(scene) {
    const { world: shared, own } = scene;
    const small = await own({ shape: 'small', durable: false, parents: 1 });
    const both = [
      await stickAll(small, ['gateway', 'notification'], 'small', scene),
      await stickAll(
        await shared(),
        SERVED.map(({ name }) => name),
        'separate',
        scene,
      ),
    ];
    return {
      did: 'each process once',
      wrong: both.flatMap(({ wrong }) => wrong),
      late: both.flatMap(({ late }) => late),
      figures: Object.assign({}, ...both.map(({ figures }) => figures)) as Record<string, number>,
    };
  },
};
