import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';
import { STAFF_DETAIL, STAFF_QUESTIONS } from './staff-statements.ts';

/** The least the staff's reads can be: admission's statements by name on its own tables. No rights, no rules, no unsealing. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = Fastify({ keepAliveTimeout: 30_000 });

/** `?ask=three&value=%aisy%&value=%aisyah%...`: a question and its values. */
app.get<{ Querystring: { ask: string; value?: string | string[] } }>(
  '/api/admin/registrations',
  async (request, reply) => {
    const { ask, value = [] } = request.query;
    const question = STAFF_QUESTIONS[ask];
    if (!question) return reply.code(400).send({ message: 'no such question' });
    const values = [value].flat();
    const { rows } = await pool.query({ name: `${ask}-page`, text: question.page, values });
    if (rows.length > 50) {
      const { rows: counted } = await pool.query({ name: `${ask}-count`, text: question.count, values });
      reply.header('x-total-count', counted[0].n);
    }
    return rows.slice(0, 50);
  },
);

app.get<{ Params: { id: string } }>('/api/admin/registrations/:id', async (request, reply) => {
  const { id } = request.params;
  const { rows } = await pool.query({ name: 'record', text: STAFF_DETAIL.record, values: [id] });
  if (!rows[0]) return reply.code(404).send({ message: 'none' });
  const userId = String(request.headers['x-user-id']);
  const account = await pool.query({ name: 'account', text: STAFF_DETAIL.account, values: [userId] });
  await pool.query({
    name: 'audit',
    text: STAFF_DETAIL.audit,
    values: [randomUUID(), userId, account.rows[0]?.name, id, '{}', request.id],
  });
  return rows[0];
});

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.on('SIGTERM', () => void app.close().then(() => pool.end()));
