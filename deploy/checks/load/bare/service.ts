import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify from 'fastify';
import pg from 'pg';
import sharp from 'sharp';
import type { Statement } from './stack.ts';

/**
 * Program: the least a service can be. `GET /api/<name>?value=…` runs one prepared statement with these values, or
 * with the id of the session's user, and returns the rows; `POST /api/upload` writes a picture anew and to the disk.
 */
const statements = JSON.parse(process.env.STATEMENTS ?? '{}') as Record<string, Statement>;
const app = Fastify({ keepAliveTimeout: 30_000, bodyLimit: 8_000_000 });
const pools = new Map<string, pg.Pool>();
for (const [name, { database, text }] of Object.entries(statements)) {
  const pool = pools.get(database) ?? new pg.Pool({ connectionString: database, max: 10 });
  pools.set(database, pool);
  app.get<{ Querystring: { value?: string | string[] } }>(`/api/${name}`, async ({ query, headers }) => {
    const values = query.value === undefined ? [headers['x-user-id']] : [query.value].flat();
    return (await pool.query({ name, text, values: text.includes('$1') ? values : [] })).rows;
  });
}

sharp.concurrency(1);
sharp.cache(false);
app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
  done(null, body),
);
app.post<{ Body: Buffer | { fileData: string } }>('/api/upload', async ({ body }, reply) => {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body.fileData, 'base64');
  const picture = await sharp(bytes).autoOrient().jpeg({ quality: 85 }).toBuffer();
  const file = await open(join(process.env.FILES_DIR ?? '', randomUUID()), 'wx', 0o600);
  try {
    await file.writeFile(picture);
    await file.sync();
  } finally {
    await file.close();
  }
  return reply.code(201).send({});
});

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
async function end(): Promise<never> {
  await app.close();
  await Promise.all([...pools.values()].map((one) => one.end()));
  process.exit();
}
process.once('SIGTERM', () => void end());
// The benchmark is gone, however it ended.
process.once('disconnect', () => process.exit());
