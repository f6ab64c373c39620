import { createConfirmation, decideConfirmation } from '@gerbang/contracts/enrollment-confirmations';
import { type Door, openDoor } from './door.ts';
import { confirmationForm, copyOf } from './enrollments.ts';
import { REFUND_RULE as RULE, setSchool } from './payment-expectations.ts';

describe('the rule that a family reads before it confirms', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  const confirm = async (version?: number) => {
    const family = await door.caller();
    const copy = await copyOf(door, family);
    const body = { ...confirmationForm(copy), ...(version && { refund_rule_version: version }) };
    return { family, copy, answer: await door.call(createConfirmation, family, { body }) };
  };
  const kept = (id: string) => door.db('enrollment_confirmations').where({ id }).first();

  test('when the school has none, then a confirmation is as before, and one that names a version is refused', async () => {
    const { answer } = await confirm();
    expect([answer.statusCode, 'refund_rule' in answer.json()]).toEqual([201, false]);
    expect(await kept(answer.json().id)).toMatchObject({ refund_rule: null, refund_rule_version: null });
    const { answer: refused } = await confirm(1);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'rule_changed']);
  });

  test('when it was read, then it stays with the confirmation whatever the school decides later', async () => {
    await setSchool(door, { refund_rule: RULE });
    const { family, copy, answer } = await confirm(3);
    const { id, refund_rule: read } = answer.json();
    expect(read).toEqual({ version: 3, hash: expect.stringMatching(/^[0-9a-f]{64}$/u) });
    await setSchool(door, { refund_rule: { ...RULE, version: 4, contact: 'Tata usaha' } });
    expect(await kept(id)).toMatchObject({ refund_rule: RULE, refund_rule_version: 3 });

    const { answer: stale } = await confirm(3);
    expect(stale.json()).toMatchObject({ code: 'rule_changed' });
    // A confirmation that was declined is sent again under the rule of that day.
    const params = { id };
    const body = { status: 'declined', reason: 'Data belum lengkap' } as const;
    expect(
      (await door.call(decideConfirmation, await door.caller('admin'), { params, body })).statusCode,
    ).toBe(200);
    const again = { ...confirmationForm(copy), refund_rule_version: 4 };
    expect((await door.call(createConfirmation, family, { body: again })).json().refund_rule.version).toBe(4);
  });
});
