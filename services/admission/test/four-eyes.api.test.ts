import { confirmWaveFee } from '@gerbang/contracts/waves';
import { type Door as AuthDoor, openDoor as openAuth } from '@gerbang/auth-service/test/door';
import type { Role } from '@gerbang/domain/roles';
import { type Caller, type Door, openDoor } from './door.ts';
import { activate, save, settingsOf, withFee } from './school-world.ts';
import { makeWave } from './waves.ts';

/** Admission and the real auth service, which it asks over HTTP. */
describe('a second person for money', () => {
  let auth: AuthDoor;
  let door: Door;
  beforeAll(async () => {
    auth = await openAuth();
    const AUTH_URL = await auth.app.listen({ host: '127.0.0.1', port: 0 });
    door = await openDoor({ AUTH_URL, INTERNAL_KEY: auth.internalKey });
  });
  afterAll(async () => {
    await door.close();
    await auth.close();
  });

  /** An account in both services. */
  async function staff(role: Role, change: Parameters<AuthDoor['account']>[0] = {}): Promise<Caller> {
    const { id } = await auth.account({ role, ...change });
    await door.db('accounts').insert({ id, name: 'Wati', role, phone: null, active: true, version: 1 });
    return { id, role };
  }
  const seconds = async (first: Caller) =>
    [
      [await staff('admin', { hands_at: new Date() }), 'eyes_young'],
      [await staff('admin', { made_by: [first.id] }), 'eyes_tied'],
      [{ id: '019a0000-0000-7000-8000-000000000001', role: 'admin' } as Caller, 'eyes_young'],
    ] as const;

  test('when a new or a tied account activates fees, then it is 403 and they stay; an old one may', async () => {
    const finance = await staff('finance');
    const { row_version } = (await save(door, finance, withFee(settingsOf(door), 'SD', 610_000))).json();
    for (const [second, code] of await seconds(finance)) {
      const refused = await activate(door, second, row_version);
      expect([refused.statusCode, refused.json().code]).toEqual([403, code]);
    }
    const fee = () => settingsOf(door).levels.find(({ jenjang }) => jenjang === 'SD')?.fee;
    expect(fee()).not.toBe(610_000);
    expect((await activate(door, await staff('admin'), row_version)).statusCode).toBe(200);
    expect(fee()).toBe(610_000);
  });

  test('when a new or a tied account confirms a wave’s fee, then it is 403; an old one may', async () => {
    const first = await staff('admin');
    const made = await makeWave(door, first, { fee_override: 250_000 });
    const confirm = (caller: Caller) =>
      door.call(confirmWaveFee, caller, {
        params: { id: made.id },
        body: { confirm: true, version: made.version },
      });
    for (const [second, code] of await seconds(first)) {
      const refused = await confirm(second);
      expect([refused.statusCode, refused.json().code]).toEqual([403, code]);
    }
    expect((await confirm(await staff('admin'))).json().fee).toBe(250_000);
  });
});
