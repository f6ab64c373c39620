import { Redis } from 'ioredis';
import pg from 'pg';

export interface Sessions {
  read(id: string): Promise<string | null>;
  write(id: string, userId: string): Promise<void>;
  close(): Promise<void>;
}

/** The bare gateway keeps its sessions where the measured one does: in Redis, else in PostgreSQL. */
export async function openSessions(env = process.env): Promise<Sessions> {
  if (env.REDIS_URL) {
    const redis = new Redis(env.REDIS_URL);
    return {
      read: (id) => redis.get(`bare:${id}`),
      write: async (id, userId) => void (await redis.set(`bare:${id}`, userId)),
      close: async () => void (await redis.quit()),
    };
  }
  const pool = new pg.Pool({ connectionString: env.SESSION_DATABASE_URL, max: 10 });
  await pool.query('create table if not exists bare_sessions (id text primary key, user_id text not null)');
  const one = 'select user_id from bare_sessions where id = $1';
  return {
    read: async (id) =>
      (await pool.query({ name: 'session', text: one, values: [id] })).rows[0]?.user_id ?? null,
    write: async (id, userId) => {
      await pool.query('insert into bare_sessions (id, user_id) values ($1, $2)', [id, userId]);
    },
    close: () => pool.end(),
  };
}
