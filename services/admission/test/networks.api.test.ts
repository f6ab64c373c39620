import { sendContactCode, updateParent } from '@gerbang/contracts/parents';
import { configSchema } from '../src/config.ts';
import { type Door, openDoor } from './door.ts';

/** Addresses of one /64, as one household has, in several spellings. */
const HOUSEHOLD = ['2001:db8:5:7::1', '2001:db8:5:7:ffff:0:0:2', '2001:0DB8:0005:0007::3'];

describe('limits by network of admission', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor({ CONTACT_CODES_PER_ADDRESS: '3' });
  });
  afterAll(() => door.close());

  /** Each time another family asks for a code for its login number. */
  async function contactCode(ip: string): Promise<number> {
    const caller = await door.caller();
    const { phone } = await door.db('accounts').where({ id: caller.id }).first('phone');
    await door.call(updateParent, caller, { body: { contact_phone: phone } });
    const headers = door.headers(caller, { ip });
    return (await door.call(sendContactCode, caller, { body: {}, headers })).statusCode;
  }

  test('when the configuration has a limit by network, then it is among those that are tried here', () => {
    const names = Object.keys(configSchema.shape).filter((name) => /_PER_(?:ADDRESS|NETWORK)$/u.test(name));
    expect(names).toEqual(['CONTACT_CODES_PER_ADDRESS']);
  });

  test('when one household uses up the codes from several addresses, then each of them waits, and the next network does not', async () => {
    for (const ip of HOUSEHOLD) expect([ip, await contactCode(ip)]).toEqual([ip, 200]);
    for (const ip of HOUSEHOLD) expect([ip, await contactCode(ip)]).toEqual([ip, 429]);
    expect(await contactCode('2001:db8:5:8::1')).toBe(200);
  });
});
