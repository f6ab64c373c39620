import { changePhone, verifyPhone } from '@gerbang/contracts/phones';
import { PASSWORD } from './door.ts';
import { APPROVED, type NumberDesk, openNumberDesk } from './number-desk.ts';

describe('when people press at once about a lost number', () => {
  let desk: NumberDesk;
  beforeAll(async () => {
    desk = await openNumberDesk();
  });
  afterAll(() => desk.door.close());

  test('then an account has one request', async () => {
    const { open, family, trail } = desk;
    const target = await family();
    const answers = await Promise.all(Array.from({ length: 6 }, () => open(target)));
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, 409, 409, 409, 409, 409]);
    expect(await trail(target)).toEqual(['number_request.opened']);
  });

  test('then it is decided once, and the message goes out once', async () => {
    const { admin, second, open, decide, told, family, request, trail } = desk;
    for (let each = 0; each < 5; each += 1) {
      const target = await family();
      const { id } = (await open(target)).json();
      const refusal = { decision: 'refused', note: 'Tidak cocok' };
      const answers = await Promise.all([
        decide(id),
        decide(id, second, refusal),
        decide(id, second),
        decide(id, admin, refusal),
      ]);
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
      expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(3);
      const { status } = await request(id);
      expect(told(APPROVED, target.contact_phone)).toHaveLength(status === 'approved' ? 1 : 0);
      expect(await trail(target)).toHaveLength(2);
    }
  });

  test('then it is either stopped or moved, once', async () => {
    const { stop, family, user, request, trail, tokenFor, approved, waitOver, move } = desk;
    for (let each = 0; each < 8; each += 1) {
      const target = await family();
      const id = await approved(target);
      await waitOver(id);
      const token = tokenFor(target.contact_phone);
      const [stops] = await Promise.all([Promise.all([stop(token), stop(token)]), move(), move()]);
      const stopped = stops.filter(({ statusCode }) => statusCode === 200).length;
      expect(await request(id)).toMatchObject({ status: stopped === 1 ? 'stopped' : 'moved' });
      expect((await user(target)).session_epoch).toBe(1 - stopped);
      expect(await trail(target)).toHaveLength(3);
    }
  });

  test('then a proof of the number by another account and the move agree on who has it', async () => {
    const { door, family, user, approved, waitOver, move } = desk;
    for (let each = 0; each < 8; each += 1) {
      const [target, rival] = [await family(), await family()];
      const phone = door.phone();
      const id = await approved(target, phone);
      await door.call(changePhone, rival, { body: { phone, password: PASSWORD } });
      const otp = door.codeFor(phone, 'phone_verification');
      await waitOver(id);
      await Promise.all([door.call(verifyPhone, rival, { body: { otp } }), move()]);
      // Whichever came first: the one that proved it has it.
      expect((await user(rival)).contact_phone).toBe(phone);
      expect((await user(target)).contact_phone).not.toBe(phone);
    }
  });
});
