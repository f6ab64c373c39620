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

  test('when a session comes from ever new addresses, then few of its identities are kept, and the newest is', () => {
    let signed = 0;
    const tokens = createIdentityTokens(() => `token ${(signed += 1)}`);
    const ask = (address: number) => tokens.token('session', 'billing', String(address), identity);
    for (let address = 1; address <= 1000; address += 1) ask(address);
    expect(ask(1000)).toBe('token 1000');
    for (let address = 1; address <= 900; address += 1) ask(address);
    expect(signed).toBe(1900);
  });
});
