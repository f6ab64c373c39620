import type { Stack } from '@gerbang/local/stack';
import { badInput } from '../bad-input/bad-input.ts';
import { fuzzContract } from '../contract.ts';
import { startOwnStack } from '../own-stack.ts';
import { openPortal, type Portal } from '../portal.ts';
import { findingLines } from '../report.ts';
import { sweep } from '../sweep/sweep.ts';
import { makeSmallWorld, type World } from '../world.ts';

/** Always the same: a run that fails here fails again. `npm run test:fuzz` takes another one each time. */
const SEED = 7;
const PATIENCE_MS = 600_000;

describe('the running portal against its published contract, in the short form', () => {
  let stack: Stack;
  let portal: Portal;
  let world: World;
  beforeAll(async () => {
    stack = await startOwnStack(() => undefined, new AbortController().signal);
    portal = await openPortal(stack.url);
    world = await makeSmallWorld(portal);
  }, PATIENCE_MS);
  afterAll(async () => {
    portal?.close();
    await stack?.stop();
  }, PATIENCE_MS);

  /** What was found since the last time. */
  const found = () => findingLines(portal.findings.splice(0));

  test(
    'when a part of the authorization table is walked, then every refusal is as its cell says and changes nothing',
    async () => {
      const parts = await sweep(world, stack, { seed: SEED, each: false, sample: 17 });
      expect(found()).toEqual([]);
      expect(parts.every(({ calls }) => calls > 0)).toBe(true);
    },
    PATIENCE_MS,
  );

  test(
    'when every operation is called rightly and wrongly, then its answers are those that are published',
    async () => {
      const rows = await fuzzContract(world, { seed: SEED, cases: 1, short: true });
      expect(found()).toEqual([]);
      expect(rows.filter(({ positive, negative }) => positive < 1 || negative < 1)).toEqual([]);
      expect(rows.map(({ operation }) => operation)).toEqual(portal.operations.map(({ id }) => id));
    },
    PATIENCE_MS,
  );

  test(
    'B3, B4, B12, B14, B17 when requests are smuggled, polluting, of another type, doubled or packed, then they are refused',
    async () => {
      const only = ['B3', 'B4', 'B12', 'B14', 'B17'];
      const { groups } = await badInput(world, stack, { seed: SEED, only });
      expect(found()).toEqual([]);
      expect(groups.map(({ id }) => id)).toEqual(only);
    },
    PATIENCE_MS,
  );
});
