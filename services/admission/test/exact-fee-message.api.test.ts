import { type Door, openDoor } from './door.ts';
import { makeChild, makeRegistration } from './families.ts';
import { settingsOf, writeVersion } from './school-world.ts';

describe('the fee in the message about a new registration', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  test.each([
    [false, 'Rp 550.000'],
    [true, 'Rp 550.000 (jumlah transfernya, tepat sampai angka terakhir, ada di halaman pembayaran)'],
  ])('when the school asks for exact amounts: %s, then it reads %s', async (on, fee) => {
    await writeVersion(door, 'active', { ...settingsOf(door), unique_code: { on, max: 999 } });
    await door.context.school.look();
    const family = await door.caller();
    const child = await makeChild(door, family);
    const from = door.published.length;
    await makeRegistration(door, family, { jenjang: 'SD', kelas: '1' }, child);
    const told = door.published
      .slice(from)
      .filter(
        ({ type, payload }) => type === 'message.requested' && payload.kind === 'registration_received',
      );
    expect(told.map(({ payload }) => (payload.params as { fee: string }).fee)).toEqual([fee]);
  });
});
