import type { Stack, StackOptions } from '@gerbang/local/stack';
import { type Client, createClient } from '../../kit/client.ts';
import { startOwnStack } from '../../kit/own-stack.ts';
import { useBrowser } from './world.ts';

const START_MS = 180_000;

/** A portal for one test file that changes what all tests share, its front ends built before, and the browser for it. */
export function ownPortal(options: Pick<StackOptions, 'empty'> = {}) {
  let stack: Stack;
  let client: Client;
  const browser = useBrowser(() => stack.url);
  beforeAll(async () => {
    stack = await startOwnStack({ ...options, buildFrontEnds: false });
    client = createClient(stack.url, { simulatorUrl: stack.simulatorUrl });
  }, START_MS);
  afterAll(async () => {
    client.close();
    await stack.stop();
  }, START_MS);
  return {
    ...browser,
    get stack() {
      return stack;
    },
    get client() {
      return client;
    },
  };
}
