import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyRequest } from 'fastify';
import pg from 'pg';
import { STATEMENTS } from './family-statements.ts';

/** The least the family's calls can be: a schema, and admission's statements by name. No rights, no rules, no sealing. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = Fastify({ keepAliveTimeout: 30_000 });
/** As long as a message's sealed payload. */
const SEALED = 'x'.repeat(700);
const SEALED_FIELD = 'x'.repeat(90);
const text = { type: 'string' };

interface Applicant {
  child: object;
  parent: object;
  account: { name: string } | null;
}

type Run = (name: keyof typeof STATEMENTS, values: unknown[]) => Promise<Record<string, unknown>[]>;

const runIn =
  (client: pg.Pool | pg.PoolClient): Run =>
  async (name, values) =>
    (await client.query({ name, text: STATEMENTS[name], values })).rows as Record<string, unknown>[];

const userOf = (request: FastifyRequest) => String(request.headers['x-user-id']);

async function inTransaction<T>(work: (run: Run) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query('begin');
    const answer = await work(runIn(client));
    await client.query('commit');
    broken = false;
    return answer;
  } finally {
    client.release(broken); // a connection in the middle of a transaction is closed
  }
}

async function note(run: Run, action: string, userId: string, subject: unknown, requestId: string) {
  const [actor] = await run('account', [userId]);
  const values = [randomUUID(), action, userId, actor?.name, 'wali_murid', subject, '{}', requestId, '::1'];
  await run('audit', values);
  return actor;
}

app.get('/api/registrations', (request) => runIn(pool)('list', [userOf(request)]));

const profile = {
  type: 'object',
  required: ['address', 'father_job', 'father_income'],
  additionalProperties: false,
  properties: { address: text, father_job: text, father_income: text },
};
app.patch<{ Body: { address: string; father_job: string } }>(
  '/api/parent',
  { schema: { body: profile } },
  (request) =>
    inTransaction(async (run) => {
      const userId = userOf(request);
      await run('turn', [`parent:${userId}`]);
      const [known] = await run('lockParent', [userId]);
      const { address, father_job } = request.body;
      await run('saveParent', [known?.id, address, father_job, SEALED_FIELD]);
      await note(run, 'parent.updated', userId, known?.id, request.id);
      const [saved] = await run('parent', [userId]);
      return saved;
    }),
);

const creation = {
  type: 'object',
  required: ['child_id', 'jenjang', 'academic_year'],
  additionalProperties: false,
  properties: {
    child_id: { type: 'string', format: 'uuid' },
    jenjang: { enum: ['KB', 'TK', 'SD', 'SMP'] },
    kelas: { type: 'string', nullable: true },
    academic_year: { type: 'string', pattern: '^20\\d\\d/20\\d\\d$' },
    previous_school: text,
    how_know_school: text,
  },
};
app.post<{ Body: Record<string, string | null> }>(
  '/api/registrations',
  { schema: { body: creation } },
  async (request, reply) => {
    const userId = userOf(request);
    const { child_id, jenjang, kelas, academic_year, previous_school, how_know_school } = request.body;
    const answer = await inTransaction(async (run) => {
      const [applicant] = (await run('applicant', [userId, child_id])) as unknown as Applicant[];
      const id = randomUUID();
      const [counter] = await run('number', [academic_year, jenjang]);
      const last = String(counter?.last).padStart(5, '0');
      const number = `PSB-${academic_year?.slice(0, 4)}-${jenjang}-${last}`;
      const more = [academic_year, previous_school, how_know_school, 550_000];
      const name = applicant?.account?.name;
      const stage = [counter?.last, randomUUID(), userId, name];
      const [made] = await run('register', [id, child_id, number, jenjang, kelas, ...more, ...stage]);
      const row = [
        randomUUID(),
        'registration.created',
        userId,
        name,
        'wali_murid',
        id,
        '{}',
        request.id,
        '::1',
      ];
      await run('audit', row);
      await run('message', [randomUUID(), SEALED, request.id]);
      await run('changed', [randomUUID(), randomUUID(), SEALED, SEALED]);
      return { ...made, child: applicant?.child, parent: applicant?.parent };
    });
    return reply.code(201).send(answer);
  },
);

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.on('SIGTERM', () => void app.close().then(() => pool.end()));
