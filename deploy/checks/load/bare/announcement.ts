import Fastify, { type FastifyRequest } from 'fastify';
import pg from 'pg';
import { READS } from './announcement-statements.ts';

/** The least a parent's first screen can be: the services' statements by name, written out as they come. */
const pool = (url: string | undefined) => new pg.Pool({ connectionString: url, max: 10 });
const pools = {
  auth: pool(process.env.AUTH_DATABASE_URL),
  admission: pool(process.env.ADMISSION_DATABASE_URL),
  announcement: pool(process.env.ANNOUNCEMENT_DATABASE_URL),
};
const app = Fastify({ keepAliveTimeout: 30_000 });

async function read(database: pg.Pool, name: keyof typeof READS, request: FastifyRequest) {
  const { rows } = await database.query({ name, text: READS[name], values: [request.headers['x-user-id']] });
  return rows as unknown[];
}

app.get('/api/user', (request) => read(pools.auth, 'user', request).then(([user]) => user ?? {}));
app.get('/api/dashboard', (request) =>
  Promise.all([
    read(pools.admission, 'family', request),
    read(pools.admission, 'registrations', request),
    read(pools.announcement, 'results', request),
  ]).then(([family, registrations, results]) => ({
    admission: { family: family[0], registrations },
    announcement: { results },
  })),
);

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.on(
  'SIGTERM',
  () => void app.close().then(() => Promise.all(Object.values(pools).map((one) => one.end()))),
);
