import { createConfirmation, decideConfirmation } from '@gerbang/contracts/enrollment-confirmations';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { uuidv7 } from 'uuidv7';
import { withdrawAcceptance } from '../src/enrollment-confirmations/withdraw-acceptance.ts';
import { type Door, openDoor } from './door.ts';
import { type Copy, confirmationForm, confirmed, copyOf, finance, processed } from './enrollments.ts';

const HEAD = { id: uuidv7(), name: 'Hendra Gunawan', role: 'manager_pendidikan' } as const;

describe('acceptances that end by a corrected result', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  const withdraw = ({ id, version }: Pick<Copy, 'id' | 'version'>) =>
    withdrawAcceptance(
      door.context,
      { registration_id: id, version, to: 'failed', approved_by: HEAD },
      { address: '', requestId: 'koreksi' },
    ).then(
      () => 'withdrawn',
      ({ code }: { code: string }) => code,
    );
  const confirm = async (copy: Copy, family: Caller) => {
    const answer = await door.call(createConfirmation, family, { body: confirmationForm(copy) });
    return answer.statusCode === 201 ? 'confirmed' : (answer.json() as { code: string }).code;
  };
  const statusOf = async ({ id }: Pick<Copy, 'id'>) =>
    (await door
      .db('enrollment_confirmations')
      .where({ registration_id: id })
      .first('status', 'decline_reason')) ?? null;

  test('when nothing is confirmed, then nothing can be any more, however often it is said', async () => {
    const family = await door.caller();
    const copy = await copyOf(door, family);
    expect([await withdraw(copy), await withdraw(copy), await confirm(copy, family)]).toEqual([
      'withdrawn',
      'withdrawn',
      'not_passed',
    ]);
  });

  test('when a confirmation waits, then it is declined with the reason, and the family gets no second message', async () => {
    const { copy } = await confirmed(door);
    const from = door.published.length;
    expect(await withdraw(copy)).toBe('withdrawn');
    expect(await statusOf(copy)).toEqual({ status: 'declined', decline_reason: 'Hasil dikoreksi' });
    const sent = door.published.slice(from).map(({ type }) => type);
    expect(sent).toContain('confirmation.changed');
    expect(sent).not.toContain('message.requested');
  });

  test('when it is processed, or the copy is older than what admission says, then nothing changes', async () => {
    const { copy } = await processed(door);
    expect(await withdraw(copy)).toBe('already_processed');
    expect(await statusOf(copy)).toMatchObject({ status: 'processed' });
    const other = await copyOf(door, await door.caller());
    expect(await withdraw({ ...other, version: 2 })).toBe('unavailable');
    expect(await door.db('registrations').where({ id: other.id }).first('current_stage')).toEqual({
      current_stage: 'passed',
    });
  });

  test('when forty corrections come beside as many families that confirm, then either is whole', async () => {
    const pairs = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const family = await door.caller();
        return { family, copy: await copyOf(door, family) };
      }),
    );
    const outcomes = await Promise.all(
      pairs.map(({ copy, family }) => Promise.all([withdraw(copy), confirm(copy, family)])),
    );
    for (const [at, [ended, sent]] of outcomes.entries()) {
      expect(ended).toBe('withdrawn');
      const status = await statusOf(pairs[at]!.copy);
      expect(status).toEqual(
        sent === 'confirmed' ? { status: 'declined', decline_reason: 'Hasil dikoreksi' } : null,
      );
    }
  });

  test('when forty corrections come beside as many decisions of finance, then one of the two wins each time', async () => {
    const made = await Promise.all(Array.from({ length: 40 }, () => confirmed(door)));
    const staff = await finance(door);
    const outcomes = await Promise.all(
      made.map(({ copy, confirmation }) =>
        Promise.all([
          withdraw(copy),
          door.call(decideConfirmation, staff, {
            params: { id: confirmation.id },
            body: { status: 'processed' },
          }),
        ]),
      ),
    );
    for (const [at, [ended, decided]] of outcomes.entries()) {
      const isProcessed = decided.statusCode === 200;
      expect(ended).toBe(isProcessed ? 'already_processed' : 'withdrawn');
      expect(await statusOf(made[at]!.copy)).toMatchObject({
        status: isProcessed ? 'processed' : 'declined',
      });
    }
  });
});
