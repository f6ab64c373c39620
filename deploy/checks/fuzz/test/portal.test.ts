import type { Stack } from '@gerbang/local/stack';
import { sweepExtremes } from '../extremes.ts';
import { fuzzContract } from '../contract.ts';
import { startWideStack } from '../../kit/own-stack.ts';
import { inputOf, verifyData } from '../../kit/verify.ts';
import { openPortal, type Portal } from '../portal.ts';
import { findingLines } from '../report.ts';
import { sweepForeign } from '../foreign.ts';
import { makeSmallWorld, type World } from '../world.ts';

/** Always the same, so that a run that fails fails again; `npm run test:fuzz` takes a new one each time. */
const SEED = 7;
jest.setTimeout(600_000);

describe('the running portal against its contracts, in the short form', () => {
  let stack: Stack;
  let portal: Portal;
  let world: World;
  beforeAll(async () => {
    stack = await startWideStack(() => undefined, new AbortController().signal);
    portal = await openPortal(stack);
    world = await makeSmallWorld(portal);
  });
  afterAll(async () => {
    portal?.close();
    await stack?.stop();
  });

  /** The findings since the last test. */
  const found = () => findingLines(portal.findings.splice(0));

  test('when a family names what is another family’s, then it is refused, and no read shows it', async () => {
    expect(await sweepForeign(world, SEED)).toBeGreaterThan(80);
    expect(found()).toEqual([]);
  });

  test('when every operation gets valid input, then its responses are as published', async () => {
    const rows = await fuzzContract(world, { seed: SEED, cases: 1, short: true });
    expect(found()).toEqual([]);
    expect(rows.filter(({ positive }) => positive < 1)).toEqual([]);
    expect(rows.map(({ operation }) => operation)).toEqual(portal.operations.map(({ id }) => id));
  });

  test('when days, spans and counts are at their extremes, then each response is bounded and none a failure', async () => {
    const made = await sweepExtremes(world, { seed: SEED, timed: false });
    expect(found()).toEqual([]);
    const spans = made.filter(({ what }) => what === 'six years and a day' || what === 'reversed');
    const reports = spans.filter(({ call }) => /^T0\d /u.test(call));
    expect(reports).toHaveLength(12);
    expect(reports.filter(({ status }) => status !== 400)).toEqual([]);
  });

  test('when all of this has been called, then the books balance and the seats fit', async () => {
    expect(await verifyData(inputOf(stack), 'books')).toBeNull();
    expect(await verifyData(inputOf(stack), 'seats')).toBeNull();
  });
});
