import type { Database } from '@gerbang/service-kit/data/database';
import type { Role } from '@gerbang/domain/roles';
import { listenTo } from '@gerbang/service-kit/data/listen';
import { withTimeout } from '@gerbang/service-kit/program/with-timeout';
import {
  isExpired,
  lifetimeOf,
  SESSIONS_PER_USER,
  type SessionData,
  type SessionStore,
} from './session-store.ts';

interface Row {
  id: string;
  user_id: string;
  role: Role;
  epoch: number;
  must_change: boolean;
  must_add_factor: boolean;
  created_at: number;
  last_seen: number;
  proven_at: number;
  device: string | null;
  network: string | null;
}

const COLUMNS = [
  'id',
  'user_id',
  'role',
  'epoch',
  'must_change',
  'must_add_factor',
  'created_at',
  'last_seen',
  'proven_at',
  'device',
  'network',
] as const satisfies readonly (keyof Row)[];
const READ = `select ${COLUMNS.join(', ')} from sessions where hash = $1`;
// A store that hangs fails a request within 2 s.
const READ_MS = 1500;
const WRITE_MS = 4000;

const CHANNEL = 'session_changes';
/** Tells the gateways which sessions a statement changed, with its commit; `change` returns their hashes. */
const telling = (change: string) =>
  `with changed as (${change} returning hash) select pg_notify('${CHANNEL}', hash) from changed`;

// The row of the user's epoch serializes all changes of the user's sessions.
const CREATE = `
  with own as (
    insert into session_epochs as e (user_id, epoch) values ($1, 0)
    on conflict (user_id) do update set epoch = e.epoch
    returning epoch
  )
  insert into sessions (user_id, epoch, hash, id, role, must_change, must_add_factor, created_at, last_seen, proven_at,
    device, network)
  select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 from own where own.epoch <= $2
  returning hash`;
// A statement of its own, because it must see what the user's other logins have committed meanwhile. Those that have ended by
// themselves go first: a browser that is used must not end for them.
const DROP_OLDEST = telling(`delete from sessions where user_id = $1 and hash not in (
  select hash from sessions where user_id = $1
  order by last_seen > $2 desc, created_at desc, hash desc limit ${SESSIONS_PER_USER})`);

const toData = (row: Row): SessionData => ({
  id: row.id,
  userId: row.user_id,
  role: row.role,
  epoch: row.epoch,
  mustChangePassword: row.must_change,
  mustAddFactor: row.must_add_factor,
  createdAt: row.created_at,
  lastSeen: row.last_seen,
  provenAt: row.proven_at,
  device: row.device,
  network: row.network,
});

/**
 * Calls `changed` with the hash of each session that a gateway ended or proved. Changes while the connection is lost are
 * missed.
 */
export const listenOnPostgres = (url: string, changed: (hash: string) => void) =>
  listenTo(url, CHANNEL, changed);

/** Sessions in the gateway's PostgreSQL database: the default without Redis. */
export function postgresSessionStore(database: Database, now: () => number = Date.now): SessionStore {
  /** Changes sessions and tells of it; returns how many there were. */
  async function change(statement: string, values: (string | number)[]): Promise<number> {
    const { rowCount } = await withTimeout(WRITE_MS, database.knex.raw(telling(statement), values));
    return rowCount as number;
  }

  return {
    async read(hash) {
      const [row] = await withTimeout(READ_MS, database.prepared<Row>('session', READ, [hash]));
      if (!row) return null;
      const data = toData(row);
      if (!isExpired(data, now())) return data;
      await withTimeout(READ_MS, database.knex('sessions').where({ hash }).delete());
      return null;
    },
    async create(hash, data) {
      const { userId, epoch } = data;
      const work = database.preparedTransaction(async (run) => {
        const created = await run('session_create', CREATE, [
          userId,
          epoch,
          hash,
          data.id,
          data.role,
          data.mustChangePassword,
          data.mustAddFactor,
          data.createdAt,
          data.lastSeen,
          data.provenAt,
          data.device,
          data.network,
        ]);
        if (created.length === 0) return false;
        await run('session_drop_oldest', DROP_OLDEST, [userId, now() - lifetimeOf(data.role).idle]);
        return true;
      });
      return withTimeout(WRITE_MS, work);
    },
    async ofUser(userId) {
      const rows = await withTimeout(
        READ_MS,
        database.knex('sessions').where({ user_id: userId }).orderBy('created_at').select<Row[]>(COLUMNS),
      );
      return rows.map(toData).filter((data) => !isExpired(data, now()));
    },
    async touch(hash) {
      await withTimeout(READ_MS, database.knex('sessions').where({ hash }).update({ last_seen: now() }));
    },
    async prove(hash) {
      await change('update sessions set proven_at = ? where hash = ?', [now(), hash]);
    },
    async destroy(hash) {
      await change('delete from sessions where hash = ?', [hash]);
    },
    async destroyOwn(userId, id) {
      return (await change('delete from sessions where user_id = ? and id = ?', [userId, id])) > 0;
    },
    async destroyOthers(userId, hash) {
      return change('delete from sessions where user_id = ? and hash <> ?', [userId, hash]);
    },
    async revokeUser(userId, epoch) {
      const work = database.transaction(async (trx) => {
        await trx.raw(
          `insert into session_epochs (user_id, epoch) values (?, ?)
           on conflict (user_id) do update set epoch = greatest(session_epochs.epoch, excluded.epoch)`,
          [userId, epoch],
        );
        await trx.raw(telling('delete from sessions where user_id = ? and epoch < ?'), [userId, epoch]);
      });
      await withTimeout(WRITE_MS, work);
    },
    async ping() {
      await withTimeout(READ_MS, database.ping());
    },
    // `main.ts` opened the database and closes it.
    close: () => Promise.resolve(),
  };
}
