import type { MessageKind } from '@gerbang/contracts/message-kinds';
import { momentText } from '@gerbang/domain/date-text';
import type { Origin } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import type { Publishing } from './account-events.ts';
import type { Account } from './users.repository.ts';
import type { Caller } from './caller.ts';
import type { DeviceTokens } from './device-tokens.ts';
import { formerPhonesOf, keepFormerPhone } from './former-phones.repository.ts';

interface Letters extends Publishing {
  /** Whether the portal sends letters. */
  readonly sendsLetters: boolean;
}

type Owner = Pick<Account, 'id' | 'contact_phone' | 'phone_verified_at'>;

interface Notice {
  readonly kind: MessageKind;
  /** The account whose inbox shows it, once; null where only a former number is notified. */
  readonly account: Owner | null;
  readonly params?: Record<string, string>;
  /** Names the occasion; the message goes out once for it and a number. */
  readonly occasion: string;
  /** When it must not be sent any more. */
  readonly expiresAt?: string;
}

/** The mark of a message to a proved number: notification's copy of the account may come later than the message. */
export const provedOf = ({ phone_verified_at }: Pick<Account, 'phone_verified_at'>) =>
  phone_verified_at !== null && ({ proved: true } as const);

async function publish(
  { outbox }: Publishing,
  trx: Db,
  phones: readonly (string | null | undefined)[],
  { kind, account, params = {}, occasion, expiresAt }: Notice,
  origin: Origin | null,
): Promise<void> {
  const numbers = [...new Set(phones)].filter((phone) => typeof phone === 'string');
  // Without a number the account reads it in its inbox.
  const targets = numbers.length > 0 || account === null ? numbers : [null];
  for (const [index, to] of targets.entries()) {
    const dedupeKey = `${occasion}${index > 0 ? `:${index}` : ''}`;
    const owner = index > 0 ? null : account;
    await outbox.publish(
      trx,
      'message.requested',
      {
        dedupeKey,
        kind,
        to,
        accountId: owner?.id ?? null,
        ...(owner?.contact_phone === to && provedOf(owner)),
        params,
        priority: 'normal',
        ...(expiresAt !== undefined && { expiresAt }),
      },
      { ...(origin && { requestId: origin.requestId }) },
    );
  }
}

/**
 * Requests a message that the password of an account changed, to its number and to those that it had in the last three
 * days: a person who took the account over may have changed the number first.
 */
export async function publishPasswordNotice(
  context: Publishing,
  trx: Db,
  account: Account,
  origin: Origin,
): Promise<void> {
  const occasion = `password-changed:${account.id}:${account.session_epoch}`;
  const kind = 'password_changed';
  const params: Record<string, string> = account.name === null ? {} : { name: account.name };
  const { contact_phone: phone } = account;
  await publish(context, trx, [phone], { kind, account, params, occasion }, origin);
  // A former number may be another person's by now, who does not learn the name.
  const former = (await formerPhonesOf(trx, account.id)).filter((one) => one !== phone);
  await publish(context, trx, former, { kind, account: null, occasion: `${occasion}:former` }, origin);
}

/** Tells a number that it is no longer the account's login; it hears of a reset within three days as well. */
export async function publishNumberNotice(
  context: Publishing,
  trx: Db,
  account: Account,
  former: string,
  origin: Origin | null,
): Promise<void> {
  await keepFormerPhone(trx, account.id, former);
  const occasion = `number-changed:${account.id}:${account.version}`;
  await publish(context, trx, [former], { kind: 'number_changed', account: null, occasion }, origin);
}

const CHANGES = { contact_phone: 'nomor WhatsApp', email: 'email', role: 'peran' } as const;

/** Tells an account's owner that staff changed number, e-mail or role; the former number and address hear of it too. */
export async function publishChangeNotice(
  context: Letters,
  trx: Db,
  before: Account,
  after: Account,
  origin: Origin | null,
): Promise<void> {
  const changed = (['contact_phone', 'email', 'role'] as const).filter(
    (name) => before[name] !== after[name],
  );
  if (changed.length === 0) return;
  const what = new Intl.ListFormat('id').format(changed.map((name) => CHANGES[name]));
  const occasion = `account-changed:${after.id}:${after.version}`;
  await publish(
    context,
    trx,
    [after.contact_phone],
    { kind: 'account_changed', account: after, params: { what }, occasion },
    origin,
  );
  await publishFormerAddress(context, trx, before, after, origin);
  if (changed.includes('contact_phone') && before.contact_phone !== null) {
    await publishNumberNotice(context, trx, after, before.contact_phone, origin);
  }
}

/** Tells the address that an account has left, where it was proved. */
async function publishFormerAddress(
  { outbox, sendsLetters }: Letters,
  trx: Db,
  before: Account,
  after: Account,
  origin: Origin | null,
): Promise<void> {
  if (!sendsLetters || before.email === after.email || before.email_verified_at === null) return;
  await outbox.publish(
    trx,
    'message.requested',
    {
      dedupeKey: `email-changed:${after.id}:${after.version}`,
      kind: 'email_changed',
      to: null,
      accountId: null,
      letter: { email: before.email, userId: after.id },
      params: {},
      priority: 'normal',
    },
    { ...(origin && { requestId: origin.requestId }) },
  );
}

/** Tells an account's owner, and the address that it leaves, that the account has another address. */
export async function publishEmailNotice(
  context: Letters,
  trx: Db,
  before: Account,
  after: Account,
  origin: Origin,
): Promise<void> {
  const occasion = `account-changed:${after.id}:${after.version}`;
  const params = { what: CHANGES.email };
  const notice = { kind: 'account_changed', account: after, params, occasion } as const;
  await publish(context, trx, [after.contact_phone], notice, origin);
  await publishFormerAddress(context, trx, before, after, origin);
}

/** Notifies the numbers that an account is about to leave: when the change counts, and the link that stops it. */
export async function publishNumberRequest(
  context: Publishing,
  trx: Db,
  phones: readonly (string | null | undefined)[],
  request: {
    readonly id: string;
    readonly account: Owner;
    readonly countsAt: Date;
    readonly link: string;
  },
  origin: Origin,
): Promise<void> {
  const { id, account, countsAt, link } = request;
  const params = { when: momentText(countsAt), link };
  const occasion = `number-request:${id}`;
  const expiresAt = countsAt.toISOString();
  await publish(
    context,
    trx,
    phones,
    { kind: 'number_request_approved', account, params, occasion, expiresAt },
    origin,
  );
}

/** Tells an account's owner of a second number to log in with; the one that it replaces hears of it too. */
export async function publishSecondNumber(
  context: Publishing,
  trx: Db,
  account: Account,
  former: string | null,
  origin: Origin,
): Promise<void> {
  if (former !== null) await keepFormerPhone(trx, account.id, former);
  const occasion = `login-phone:${account.id}:${account.version}`;
  await publish(
    context,
    trx,
    [account.contact_phone, former],
    { kind: 'login_phone_added', account, occasion },
    origin,
  );
}

/** Tells staff of a login from a browser in which the account has not logged in before. */
export async function publishNewDevice(
  context: Publishing & { readonly devices: DeviceTokens },
  trx: Db,
  account: Account,
  caller: Caller,
): Promise<void> {
  const { device, name, network } = caller.browser;
  if (account.role === 'wali_murid' || context.devices.deviceOf(device, account.id) !== undefined) return;
  const params = { ...(name && { device: name }), ...(network && { network }) };
  const occasion = `new-device:${uuidv7()}`;
  const notice = { kind: 'new_device_login', account, params, occasion } as const;
  await publish(context, trx, [account.contact_phone], notice, caller);
}
