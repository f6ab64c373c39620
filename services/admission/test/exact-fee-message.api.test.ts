import { getChecklist } from '@gerbang/contracts/checklists';
import { type Door, openDoor } from './door.ts';
import { makeChild, makeRegistration } from './families.ts';
import { settingsOf, writeVersion } from './school-world.ts';

describe('the fee in the message about a new registration, and in its checklist', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  test.each([
    [false, 'Rp 550.000', 'Bayar biaya pendaftaran Rp 550.000'],
    [
      true,
      'Rp 550.000 (jumlah transfernya, tepat sampai angka terakhir, ada di halaman pembayaran)',
      'Bayar biaya pendaftaran',
    ],
  ])('when the school asks for exact amounts: %s, then they read %s and %s', async (on, fee, step) => {
    await writeVersion(door, 'active', { ...settingsOf(door), unique_code: { on, max: 999 } });
    await door.context.school.look();
    const family = await door.caller();
    const child = await makeChild(door, family);
    const from = door.published.length;
    const { id } = await makeRegistration(door, family, { jenjang: 'SD', kelas: '1' }, child);
    const told = door.published
      .slice(from)
      .filter(
        ({ type, payload }) => type === 'message.requested' && payload.kind === 'registration_received',
      );
    expect(told.map(({ payload }) => (payload.params as { fee: string }).fee)).toEqual([fee]);
    const { items } = (await door.call(getChecklist, family, { params: { id } })).json();
    expect(items.find(({ key }: { key: string }) => key === 'fee').text).toBe(step);
  });
});
