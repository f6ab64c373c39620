import * as calls from '@gerbang/contracts/number-requests';
import { chores } from '../src/housekeeping/housekeeping.ts';
import { openDoor, type TestAccount } from './door.ts';

export const CHECKED = ['email_proved', 'id_card_seen'];
/** The message to the old number. */
export const APPROVED = 'number_request_approved';

/** The service with the people who open and decide requests about lost numbers. */
export async function openNumberDesk() {
  const door = await openDoor();
  const cs = await door.account({ role: 'cs', name: 'Rina' });
  const admin = await door.account({ role: 'admin', name: 'Dewi' });
  const second = await door.account({ role: 'admin', name: 'Hendra' });

  const open = (target: TestAccount, body: object = {}, actor: TestAccount = cs) =>
    door.call(calls.openNumberRequest, actor, {
      id: target.id,
      body: { phone: door.phone(), checked: CHECKED, ...body },
    });
  const decide = (
    id: string,
    actor: TestAccount = admin,
    body: object = { decision: 'approved' },
    more: object = {},
  ) => door.call(calls.decideNumberRequest, actor, { id, body, ...more });
  const told = (kind: string, phone: string | null) =>
    door.published.filter(({ payload }) => payload.kind === kind && payload.to === phone);

  return {
    door,
    cs,
    admin,
    second,
    open,
    decide,
    told,
    stop: (token: string, ip = door.address()) =>
      door.call(calls.stopNumberRequest, 'anon', { body: { token }, ip }),
    /** A family with a proved number. */
    family: (change: Parameters<typeof door.account>[0] = {}) =>
      door.account({ contact_phone: door.phone(), phone_verified_at: new Date(), ...change }),
    user: (target: TestAccount) => door.db('users').where({ id: target.id }).first(),
    request: (id: string) => door.db('number_requests').where({ id }).first(),
    trail: (target: TestAccount) =>
      door.db('audit_events').where({ subject_id: target.id }).orderBy('id').pluck('action'),
    /** The token of the message that went to the old number. */
    tokenFor(phone: string | null): string {
      const [message] = told(APPROVED, phone);
      if (!message) throw new Error('no message was sent');
      const { link } = (message.payload as { params: { link: string } }).params;
      return new URL(link).hash.slice(1);
    },
    /** A request of this account that an administrator approved. */
    async approved(target: TestAccount, phone = door.phone()): Promise<string> {
      const { id } = (await open(target, { phone })).json();
      expect((await decide(id)).statusCode).toBe(200);
      return id;
    },
    /** Lets the 24 hours of these requests pass. */
    async waitOver(...ids: string[]): Promise<void> {
      await door
        .db('number_requests')
        .whereIn('id', ids)
        .update({ counts_at: new Date(Date.now() - 1000) });
    },
    /** One turn of the chore that moves the numbers whose wait is over. */
    async move(): Promise<void> {
      const chore = chores(door.context).find(({ name }) => name === 'numbers');
      if (!chore) throw new Error('no chore moves numbers');
      await chore.work();
    },
  };
}

export type NumberDesk = Awaited<ReturnType<typeof openNumberDesk>>;
