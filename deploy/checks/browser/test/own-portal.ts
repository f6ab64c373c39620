import type { Stack, StackOptions } from '@gerbang/local/stack';
import { type Client, createClient } from '../../kit/client.ts';
import type { Desk } from '../../kit/enrollments.ts';
import { startOwnStack } from '../../kit/own-stack.ts';
import { type Account, logInDemo, logInStaff, type StaffRole } from '../../kit/people.ts';
import { inputOf, refusedAnswers, verifyData } from '../../kit/verify.ts';
import { useBrowser } from './world.ts';

/**
 * A portal for one test file that changes what all tests share, its front ends built before, and the browser for it. In the end
 * its books balance, and no answer broke its contract.
 */
export function ownPortal(options: Pick<StackOptions, 'empty' | 'env' | 'pay'> = {}) {
  let stack: Stack;
  let client: Client;
  const browser = useBrowser(() => stack.url);
  beforeAll(async () => {
    stack = await startOwnStack({ ...options, buildFrontEnds: false });
    client = createClient(stack.url, { simulatorUrl: stack.simulatorUrl });
  });
  afterAll(async () => {
    client.close();
    const wrong = [await verifyData(inputOf(stack), 'books'), ...refusedAnswers(stack)];
    await stack.stop();
    expect(wrong).toEqual([null]);
  });
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

/** Finance, an administrator and the head of the school at a portal of its own, logged in before its tests. */
export function useDesk(own: { readonly client: Client }): Desk {
  const desk: { -readonly [Name in keyof Desk]?: Account } = {};
  beforeAll(async () => {
    [desk.finance, desk.admin, desk.manager] = await Promise.all([
      logInDemo(own.client, 'finance'),
      logInDemo(own.client, 'admin'),
      logInDemo(own.client, 'manager_pendidikan'),
    ]);
  });
  return desk as Desk;
}

/** The demo accounts of all staff roles at a portal of its own, logged in before its tests. */
export function useStaff(own: { readonly client: Client }): Readonly<Record<StaffRole, Account>> {
  const staff: Partial<Record<StaffRole, Account>> = {};
  beforeAll(async () => void Object.assign(staff, await logInStaff(own.client)));
  return staff as Record<StaffRole, Account>;
}
