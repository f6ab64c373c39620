import type { Db, Prepared } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

/**
 * What failures are counted by: address and typed identifier of strangers; a session, or a known device together with
 * all known devices of its account.
 */
export interface Counter {
  readonly kind: Exclude<
    Tables['throttles']['kind'],
    'reset_address' | 'registration' | 'number_stop' | 'email_token'
  >;
  readonly key: string;
}

/** A caller that is not a stranger: its failures count for itself alone, and those of strangers do not count for it. */
export interface Known {
  readonly kind: 'device' | 'session';
  /** Id of the device or the session. */
  readonly id: string;
  readonly account: string;
}

export interface Throttled {
  /** Seconds until the next try is allowed; 0 = now. */
  readonly wait: number;
  /** The kinds that have failures on record. */
  readonly failed: ReadonlySet<Tables['throttles']['kind']>;
}

/** A counter with failures on record, and the seconds until its next try; null where there is no wait. */
export type Failing = Counter & { readonly wait: number | null };

/** Reads which of the counters have failures on record. */
export type ReadFailing = (counters: readonly Counter[]) => Promise<readonly Failing[]>;

/** Wrong passwords from all known devices of an account in 12 hours, after which they count as strangers. */
const WRONG_FROM_DEVICES = 100;

/** SQL of `Failing` for the counters whose kinds and keys are in two parameters, by the database's clock. */
export const failingOf = (kinds: string, keys: string) =>
  `select kind, key, greatest(ceil(extract(epoch from blocked_until - clock_timestamp())), 0)::int as wait
   from throttles where (kind, key) in (select * from unnest(${kinds}::text[], ${keys}::text[]))`;
const FAILING = failingOf('$1', '$2');

/** The parameters of `failingOf`. */
export const namesOf = (counters: readonly Counter[]) => [
  counters.map(({ kind }) => kind),
  counters.map(({ key }) => key),
];

/** Reads counters by a prepared statement. */
export const readFailing =
  (prepared: Prepared): ReadFailing =>
  (counters) =>
    prepared<Failing>('auth_failing', FAILING, namesOf(counters));

/**
 * Counts one failure of all counters in one statement. After 5 failures of an identifier, a device or a session the wait
 * is 1, 2, 4, 8, then 15 minutes; it is forgotten after 12 hours. An address waits for the rest of its 10 minutes after
 * `perAddress` failures, the devices of an account for the rest of their 12 hours after 100.
 */
export async function recordFailure(db: Db, counters: readonly Counter[], perAddress: number): Promise<void> {
  await db.raw(
    `insert into throttles as t (kind, key, count) values ${counters.map(() => '(?, ?, 1)').join(', ')}
     on conflict (kind, key) do update set
       count = case
         when t.kind = 'address' and t.window_started_at <= now() - interval '10 minutes' then 1
         when t.kind = 'devices' and t.window_started_at <= now() - interval '12 hours' then 1
         when t.kind not in ('address', 'devices') and t.last_at <= now() - interval '12 hours' then 1
         else t.count + 1 end,
       window_started_at = case
         when t.kind = 'address' and t.window_started_at <= now() - interval '10 minutes' then now()
         when t.kind = 'devices' and t.window_started_at <= now() - interval '12 hours' then now()
         else t.window_started_at end,
       last_at = now(),
       blocked_until = case
         when t.kind = 'address' then
           case when t.window_started_at > now() - interval '10 minutes' and t.count + 1 >= ?
             then t.window_started_at + interval '10 minutes' end
         when t.kind = 'devices' then
           case when t.window_started_at > now() - interval '12 hours' and t.count + 1 >= ?
             then t.window_started_at + interval '12 hours' end
         when t.last_at <= now() - interval '12 hours' or t.count + 1 < 5 then null
         else now() + make_interval(mins => (array[1, 2, 4, 8, 15])[least(t.count - 3, 5)]) end`,
    [...counters.flatMap(({ kind, key }) => [kind, key]), perAddress, WRONG_FROM_DEVICES],
  );
}

/** Forgets the failures of identifiers, or of a device or session, after a success. */
export async function forgetFailures(
  db: Db,
  keys: readonly string[],
  kind: Counter['kind'] = 'identifier',
): Promise<void> {
  await db('throttles').where('kind', kind).whereIn('key', keys).delete();
}

/** The requests of a network or an account in its hour or day, and the seconds until the next one begins. */
export interface Counted {
  readonly count: number;
  readonly wait: number;
}

/** How long the requests of each kind are counted together. */
const WINDOWS = {
  reset_address: '1 hour',
  number_stop: '1 hour',
  email_token: '1 hour',
  account_search: '1 hour',
  phone_change: '1 day',
  phone_change_network: '1 day',
} as const;
type RequestKind = keyof typeof WINDOWS;

/** SQL that counts one request of the network or account in the parameter `key` and returns `Counted`. */
export const countRequests = (kind: RequestKind, key: string) => `
  insert into throttles as t (kind, key, count) values ('${kind}', ${key}, 1)
  on conflict (kind, key) do update set
    count = case when t.window_started_at <= now() - interval '${WINDOWS[kind]}' then 1 else least(t.count + 1, 1000000) end,
    window_started_at = case when t.window_started_at <= now() - interval '${WINDOWS[kind]}' then now() else t.window_started_at end,
    last_at = now()
  returning count,
    greatest(ceil(extract(epoch from window_started_at + interval '${WINDOWS[kind]}' - clock_timestamp())), 1)::int as wait`;

/** Seconds to wait when the number of the window is used up, else 0. */
export const waitOf = (counted: Counted | undefined, most: number): number =>
  counted !== undefined && counted.count > most ? counted.wait : 0;

/** Counts one request of a network or account; seconds to wait when the number of the window is used up, else 0. */
export async function countRequest(db: Db, kind: RequestKind, key: string, most: number): Promise<number> {
  const { rows } = await db.raw(countRequests(kind, '?'), [key]);
  return waitOf((rows as Counted[])[0], most);
}

/** A limit by address: a hundred times wider in the local run, where all callers share one address. */
export const localLimit = ({ LOCAL_RUN }: { readonly LOCAL_RUN: boolean }, value: number): number =>
  LOCAL_RUN ? value * 100 : value;
