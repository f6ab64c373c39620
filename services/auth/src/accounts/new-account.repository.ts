import { type AuditEvent, insertTrail, trailRows } from '@gerbang/service-kit/audit/audit';
import type { Prepared } from '@gerbang/service-kit/data/database';
import { insertEvents, type OutboxRow, wakeOf, wakeRelay } from '@gerbang/service-kit/events/outbox';
import { insertTokens, type NewEmailToken, tokenRow } from '../account-record/email-tokens.repository.ts';
import type { Account, NewAccount } from '../account-record/users.repository.ts';
import { holders, numberLock } from '../account-record/holders.repository.ts';
import { type Place, takePlace } from '../account-record/registration-places.repository.ts';

/** What stands against a new account. */
export interface Taken {
  /** Whether an account has the e-mail. */
  readonly email: boolean;
  /** Whether an account has proved the number. */
  readonly phone: boolean;
  /** Whether an account has the number, proved or not. */
  readonly held: boolean;
}

const TAKEN = (email: string, phone: string) => `
  select exists (select from users where email = ${email} and deleted_at is null) as email,
    coalesce(bool_or(proved), false) as phone, count(*) > 0 as held from (${holders(phone)}) as holder`;

const COUNT = `
  with ${takePlace({ network: '$1', most: '$4', day: '$5' })}
  select place.*, taken.* from place, (${TAKEN('$2', '$3')}) as taken`;

/** What a registration comes from, and how many of its network the configuration lets wait for their proof. */
export interface Coming {
  readonly network: string;
  readonly most: number;
  /** The day of Jakarta, for which the school may have named another number. */
  readonly day: string;
}

/** Takes a place of the network, whatever becomes of the registration, and looks for what stands against the account. */
export async function countRegistration(
  run: Prepared,
  { network, most, day }: Coming,
  { email, phone }: { readonly email: string; readonly phone: string },
): Promise<Taken & Place> {
  const [row] = await run<Taken & Place>('registration_count', COUNT, [network, email, phone, most, day]);
  if (!row) throw new Error('a count returned no row');
  return row;
}

/** Waits for other writers of the number, keeps later ones waiting, and looks for what stands against the account now. */
export async function lockNewAccount(
  run: Prepared,
  { email, phone }: { readonly email: string; readonly phone: string },
): Promise<Taken> {
  await run('number_lock', numberLock('$1::text'), [phone]);
  const [row] = await run<Taken>('account_taken', TAKEN('$1', '$2'), [email, phone]);
  if (!row) throw new Error('a count returned no row');
  return row;
}

const WRITE = `
  with made as (
    insert into users (id, name, email, role, contact_phone, pending_phone, password_hash)
    select id, name, email, role, contact_phone, pending_phone, password_hash
    from jsonb_populate_record(null::users, $1) returning *
  ), placed as (
    insert into registration_places (user_id, network, window_started_at) select id, $5, $6 from made
  ), trail as (${insertTrail('$2')}
  ), told as (${insertEvents('$3')}
  ), linked as (${insertTokens('$7')}
  )
  select made.*, ${wakeRelay('$4')} from made`;

/** Writes an account with its place of the network, its entry of the trail, its events and the links of its letters. */
export async function writeAccount(
  run: Prepared,
  account: NewAccount,
  trail: AuditEvent,
  { events, links }: { readonly events: readonly OutboxRow[]; readonly links: readonly NewEmailToken[] },
  { network, began }: { readonly network: string; readonly began: string },
): Promise<Account> {
  const written = [JSON.stringify(account), trailRows([trail]), JSON.stringify(events), wakeOf(events)];
  const values = [...written, network, began, JSON.stringify(links.map(tokenRow))];
  const [row] = await run<Account & { pg_notify: unknown }>('account_write', WRITE, values);
  if (!row) throw new Error('insert returned no row');
  const { pg_notify: _woken, ...made } = row;
  return made;
}
