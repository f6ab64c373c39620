import { type Role, ROLES } from '@gerbang/domain/roles';
import type { Database } from '@gerbang/service-kit/database';
import {
  type Clock,
  endOf,
  hashOf,
  limitsOf,
  MAX_SESSIONS,
  SEEN_EVERY,
  type SessionStore,
} from './session-store.ts';

interface Row {
  user_id: string;
  role: Role;
  epoch: number;
  must_change_password: boolean;
  created_at: Date;
  last_seen: Date;
}

const READ =
  'select user_id, role, epoch, must_change_password, created_at, last_seen from sessions where id = $1';
// Locks the user's row: a start and a revoke of the same user come one after the other.
const RAISE = `insert into session_epochs (user_id, epoch) values (?, ?)
  on conflict (user_id) do update set epoch = greatest(session_epochs.epoch, excluded.epoch) returning epoch`;

/** Sessions in the gateway's own PostgreSQL database. */
export function postgresSessions(database: Database, now: Clock = Date.now): SessionStore {
  const { knex } = database;
  return {
    async get(id) {
      const hash = hashOf(id);
      const [row] = await database.prepared<Row>('session', READ, [hash]);
      if (!row) return null;
      const session = {
        userId: row.user_id,
        role: row.role,
        epoch: row.epoch,
        mustChangePassword: row.must_change_password,
        createdAt: row.created_at.getTime(),
        lastSeen: row.last_seen.getTime(),
      };
      const moment = now();
      if (endOf(session) <= moment) {
        await knex('sessions').where({ id: hash }).delete();
        return null;
      }
      if (moment - session.lastSeen >= SEEN_EVERY) {
        await knex('sessions')
          .where({ id: hash })
          .update({ last_seen: new Date(moment) });
      }
      return session;
    },
    async start(id, session) {
      return database.transaction(async (trx) => {
        const { rows } = await trx.raw<{ rows: { epoch: number }[] }>(RAISE, [session.userId, session.epoch]);
        if ((rows[0]?.epoch ?? 0) > session.epoch) return false;
        const own = () => trx('sessions').where({ user_id: session.userId });
        await (session.only ? own() : own().where('epoch', '<', session.epoch)).delete();
        const oldest = own()
          .select('id')
          .orderBy([{ column: 'created_at', order: 'desc' }, 'id'])
          .offset(MAX_SESSIONS - 1);
        await trx('sessions').whereIn('id', oldest).delete();
        await trx('sessions').insert({
          id: hashOf(id),
          user_id: session.userId,
          role: session.role,
          epoch: session.epoch,
          must_change_password: session.mustChangePassword,
          created_at: new Date(now()),
          last_seen: new Date(now()),
        });
        return true;
      });
    },
    async end(id) {
      await knex('sessions')
        .where({ id: hashOf(id) })
        .delete();
    },
    async revoke(userId, epoch) {
      await database.transaction(async (trx) => {
        await trx.raw(RAISE, [userId, epoch]);
        await trx('sessions').where({ user_id: userId }).where('epoch', '<', epoch).delete();
      });
    },
    ping: () => database.ping(),
    async sweep() {
      const moment = now();
      for (const role of ROLES) {
        const { idle, life } = limitsOf(role);
        await knex('sessions')
          .where({ role })
          .where((either) =>
            either
              .where('last_seen', '<', new Date(moment - idle - SEEN_EVERY))
              .orWhere('created_at', '<', new Date(moment - life)),
          )
          .delete();
      }
    },
    close: () => database.close(),
  };
}
