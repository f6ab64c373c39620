import { activationsSeen, killAfterActivation } from '../activations.ts';
import type { Fault } from '../fault.ts';

const TIMES = 40;
/** An activation should be seen in every process within this time. */
const SEEN_MS = 5000;

const nth = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;

/** The settings of the school reach every copy, whatever becomes of admission after the commit. */
export const killedActivation: Fault = {
  id: 'F21',
  title: 'kill -9 of admission between the activation of settings and their publication',
  seeded: false,
  async run({ world: shared }) {
    const world = await shared();
    const seen = await activationsSeen(world, TIMES);
    const wrong = await killAfterActivation(world, 'Kota sesudah mati');
    const all = [...seen.values()].flat().toSorted((a, b) => a - b);
    const figures = Object.fromEntries(
      [...seen].map(([place, times]) => [`${place}, most ms`, Math.max(...times)]),
    );
    const late = nth(all, 0.99) > SEEN_MS ? [`an activation was seen after ${nth(all, 0.99)} ms (p99)`] : [];
    return {
      did: `${TIMES} activations, and a kill after one more`,
      wrong,
      late,
      figures: { 'seen, p50 ms': nth(all, 0.5), 'seen, p99 ms': nth(all, 0.99), ...figures },
    };
  },
};
