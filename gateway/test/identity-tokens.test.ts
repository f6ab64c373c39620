import { createIdentityTokens } from '../src/forwarding/identity-tokens.ts';

const identity = () => ({}) as never;

describe('identities that are kept', () => {
  test.each([
    ['three days on', 3 * 86_400_000],
    ['a day back', -86_400_000],
  ])('when the machine’s clock is set %s, then the next call is signed by the new time', (_how, jump) => {
    let clock = 1_800_000_000_000;
    let signed = 0;
    const tokens = createIdentityTokens(
      () => `token ${(signed += 1)}`,
      () => clock,
    );
    const ask = () => tokens.token('session', 'billing', '', identity);
    expect(ask()).toBe('token 1');
    clock += 19_999;
    expect(ask()).toBe('token 1');
    clock += jump;
    expect(ask()).toBe('token 2');
    clock += 20_000;
    expect(ask()).toBe('token 3');
  });
});
