import type { Database } from '@gerbang/service-kit/data/database';
import { type Account, accountNamed, identifierKind } from '../account-record/users.repository.ts';
import { type Counter, type Failing, failingOf, namesOf } from '../account-record/throttle.repository.ts';

/** What a login reads before its password is compared. */
interface LoginRows {
  /** How the counters stand. */
  readonly failing: readonly Failing[];
  readonly account: Account | undefined;
  /** Whether the account has a second factor. */
  readonly hasFactor: boolean;
}

const FAILING = `(select coalesce(jsonb_agg(f), '[]') from (${failingOf('$1', '$2')}) f) as failing`;
const hasFactor = (userId: string) =>
  `exists (select from factors where user_id = ${userId} and confirmed_at is not null) as has_factor`;

const selectBy = (kind: keyof typeof accountNamed) =>
  `select ${FAILING}, ${hasFactor('u.id')}, u.* from (select) one left join (${accountNamed[kind]('$3')}) u on true`;
const SELECT = { email: selectBy('email'), phone: selectBy('phone') } as const;
const AGAIN = `select ${FAILING}, ${hasFactor('$3::uuid')}`;

interface Row {
  readonly failing: Failing[];
  readonly has_factor: boolean;
}

/**
 * Reads the account that a canonical identifier names and how the counters stand, in one statement, because in a rush
 * logins are what the database has to do.
 */
export async function readForLogin(
  database: Database,
  identifier: string,
  counters: readonly Counter[],
): Promise<LoginRows> {
  const kind = identifierKind(identifier);
  const [row] = await database.prepared<Row & (Account | { readonly id: null })>(
    `auth_look_by_${kind}`,
    SELECT[kind],
    [...namesOf(counters), identifier],
  );
  if (!row) throw new Error('a login read nothing');
  const { failing, has_factor: hasFactor, ...account } = row;
  return { failing, hasFactor, account: account.id === null ? undefined : account };
}

/** Reads counters and factor once more after a wait; not the account, whose password is being compared. */
export async function readAgain(
  database: Database,
  userId: string | undefined,
  counters: readonly Counter[],
): Promise<Pick<LoginRows, 'failing' | 'hasFactor'>> {
  const [row] = await database.prepared<Row>('auth_look_again', AGAIN, [
    ...namesOf(counters),
    userId ?? null,
  ]);
  if (!row) throw new Error('a login read nothing');
  return { failing: row.failing, hasFactor: row.has_factor };
}
