import type { Database } from '@gerbang/service-kit/database';
import type { Role } from '@gerbang/domain/roles';
import { isOver, SESSIONS_PER_USER, type SessionData, type SessionStore } from './session-store.ts';

interface Row {
  user_id: string;
  role: Role;
  epoch: number;
  must_change: boolean;
  created_at: number;
  last_seen: number;
}

const READ = `select user_id, role, epoch, must_change, created_at, last_seen from sessions where hash = $1`;
const CLEAN_EVERY_MS = 10 * 60_000;

/** Sessions in the gateway's own PostgreSQL: the default without Redis. */
export function postgresSessionStore(database: Database, now: () => number = Date.now): SessionStore {
  const clean = setInterval(() => {
    database
      .knex('sessions')
      .where('created_at', '<', now() - 31 * 24 * 3600 * 1000)
      .delete()
      // Old rows are refused when read; the next round deletes what this one could not.
      .catch((error: unknown) => void error);
  }, CLEAN_EVERY_MS).unref();

  return {
    async read(hash) {
      const [row] = await database.prepared<Row>('session', READ, [hash]);
      if (!row) return null;
      const data: SessionData = {
        userId: row.user_id,
        role: row.role,
        epoch: row.epoch,
        mustChangePassword: row.must_change,
        createdAt: row.created_at,
        lastSeen: row.last_seen,
      };
      if (!isOver(data, now())) return data;
      await database.knex('sessions').where({ hash }).delete();
      return null;
    },
    async create(hash, data) {
      return database.transaction(async (trx) => {
        // The row of the user's epoch is the lock of everything about the user's sessions.
        await trx('session_epochs').insert({ user_id: data.userId, epoch: 0 }).onConflict('user_id').ignore();
        const known = await trx('session_epochs').where({ user_id: data.userId }).forUpdate().first('epoch');
        if (known.epoch > data.epoch) return false;
        await trx('sessions').insert({
          hash,
          user_id: data.userId,
          role: data.role,
          epoch: data.epoch,
          must_change: data.mustChangePassword,
          created_at: data.createdAt,
          last_seen: data.lastSeen,
        });
        const kept = trx('sessions')
          .where({ user_id: data.userId })
          .orderBy([
            { column: 'created_at', order: 'desc' },
            { column: 'hash', order: 'desc' },
          ])
          .limit(SESSIONS_PER_USER)
          .select('hash');
        await trx('sessions').where({ user_id: data.userId }).whereNotIn('hash', kept).delete();
        return true;
      });
    },
    async touch(hash) {
      await database.knex('sessions').where({ hash }).update({ last_seen: now() });
    },
    async destroy(hash) {
      await database.knex('sessions').where({ hash }).delete();
    },
    async revokeUser(userId, epoch) {
      await database.transaction(async (trx) => {
        await trx.raw(
          `insert into session_epochs (user_id, epoch) values (?, ?)
           on conflict (user_id) do update set epoch = greatest(session_epochs.epoch, excluded.epoch)`,
          [userId, epoch],
        );
        await trx('sessions').where({ user_id: userId }).where('epoch', '<', epoch).delete();
      });
    },
    async ping() {
      await database.ping();
    },
    async close() {
      clearInterval(clean);
    },
  };
}
