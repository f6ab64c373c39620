import Fastify from 'fastify';
import pg from 'pg';

/** The least a service can be: one row by its key, by a named statement, through a schema's serialiser. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = Fastify({ keepAliveTimeout: 30_000 });
const nullable = { type: 'string', nullable: true };

app.get(
  '/api/user',
  {
    schema: {
      response: {
        200: {
          type: 'object',
          properties: {
            id: { type: 'string' },
            name: nullable,
            email: { type: 'string' },
            role: { type: 'string' },
            contact_phone: nullable,
            created_at: { type: 'string' },
          },
        },
      },
    },
  },
  async (request, reply) => {
    const { rows } = await pool.query({
      name: 'user',
      text: 'select id, name, email, role, contact_phone, created_at from users where id = $1',
      values: [request.headers['x-user-id']],
    });
    if (!rows[0]) return reply.callNotFound();
    return rows[0];
  },
);

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.on('SIGTERM', () => void app.close().then(() => pool.end()));
