import { randomUUID } from 'node:crypto';
import { IDENTITY_HEADER } from '@gerbang/contracts/identity';
import type { Stack } from '@gerbang/local/stack';
import { createSigner } from '@gerbang/service-kit/http/identity';
import { keyRing } from '@gerbang/service-kit/program/config';
import { ownerUrl, rowsOf, withClient } from '../../kit/databases.ts';
import { until } from '../../kit/until.ts';
import { metric } from '../../load/figures.ts';
import { call, type Person, type Request } from '../calls.ts';
import { waitForHealth } from '../judge.ts';
import type { World } from '../world.ts';

interface Place {
  readonly name: string;
  /** The version of the settings that it has now. */
  read(stack: Stack): Promise<number>;
}

/** Where the settings are copied to: tables of three services, and the memory of the programs that act by them. */
const PLACES: readonly Place[] = [
  ...(['announcement', 'billing', 'notification'] as const).map((name) => ({
    name: `table of ${name}`,
    read: async (stack: Stack) => {
      const rows = await rowsOf<{ version: number }>(ownerUrl(stack, name), 'select version from school');
      return rows[0]?.version ?? -1;
    },
  })),
  ...(['admission', 'billing', 'gateway'] as const).map((name) => ({
    name: `memory of ${name}`,
    read: (stack: Stack) => metric(stack.metricsUrls[name], 'school_version'),
  })),
];

/** A call to admission itself, which needs no session and so no Redis. */
function toAdmission({ stack }: World, { id }: Person, role: 'admin' | 'it', request: Request) {
  const sign = createSigner(keyRing.parse(stack.secrets.identitySecrets));
  const identity = sign({ sub: id, role, sid: 'activations', mcp: false, ip: '127.0.0.1' }, 'admission');
  return call(stack.serviceUrls.admission, null, {
    ...request,
    headers: { [IDENTITY_HEADER]: identity },
  });
}

/** Makes a draft with this city; returns how to activate it, which may be done again. */
async function draftOf(world: World, city: string) {
  const { it, admin } = world.people.staff;
  const path = '/api/admin/school';
  const read = await toAdmission(world, it, 'it', { method: 'GET', path });
  const { active, draft } = read.body as { active?: { settings: object }; draft?: { row_version: number } };
  const saved = await toAdmission(world, it, 'it', {
    method: 'PUT',
    path: `${path}/draft`,
    body: { settings: { ...active?.settings, city }, row_version: draft?.row_version },
  });
  if (saved.status !== 200)
    throw new Error(`A draft returned ${saved.status}: ${JSON.stringify(saved.body)}`);
  const { version, row_version } = saved.body as { version: number; row_version: number };
  const request = {
    method: 'POST',
    path: `${path}/draft/activate`,
    body: { row_version, note: 'Uji' },
    key: randomUUID(),
  };
  return { version, activate: () => toAdmission(world, admin, 'admin', request) };
}

/** Waits until every place has the version; a program that was killed is asked again. */
async function seenEverywhere({ stack }: World, version: number): Promise<void> {
  let lacking = PLACES;
  await until(`Version ${version} everywhere`, async () => {
    const versions = await Promise.allSettled(lacking.map((place) => place.read(stack)));
    lacking = lacking.filter((_place, at) => {
      const read = versions[at];
      return read?.status !== 'fulfilled' || read.value < version;
    });
    return lacking.length === 0;
  }).catch((error: Error) => {
    throw new Error(`${error.message}: not in ${lacking.map(({ name }) => name).join(', ')}`);
  });
}

/** Keeps everything from being published while the work lasts: Redis stands still, or the tables of the queue are locked. */
async function withoutQueue<T>({ redis, stack }: World, work: () => Promise<T>): Promise<T> {
  const pid = redis?.pid();
  if (pid !== undefined) {
    process.kill(pid, 'SIGSTOP');
    return work().finally(() => process.kill(pid, 'SIGCONT'));
  }
  return withClient(ownerUrl(stack, 'queue'), async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
       where schemaname = 'bullmq'`,
    );
    await client.query('begin');
    await client.query(`lock table ${rows.map(({ name }) => name).join(', ')} in access exclusive mode`);
    return work();
  });
}

/**
 * Activates a version while nothing can be published, looks whether admission shows it, kills admission, and then lets
 * events flow: in the end every copy has the version, and the same call again returns the first result.
 */
export async function killAfterActivation(world: World, city: string): Promise<string[]> {
  const { stack, people } = world;
  const wrong: string[] = [];
  const { version, activate } = await draftOf(world, city);
  await withoutQueue(world, async () => {
    const { status } = await activate();
    if (status !== 200) wrong.push(`without a queue an activation returned ${status}`);
    const request = { method: 'GET', path: '/api/config' };
    const shown = await toAdmission(world, people.staff.admin, 'admin', request);
    if (shown.body.city !== city) wrong.push(`without a queue admission shows ${String(shown.body.city)}`);
    stack.kill('admission', 'SIGKILL');
    const events = `select relayed_at from outbox_events where type = 'school.changed' and version = $1`;
    const told = await rowsOf<{ relayed_at: Date | null }>(ownerUrl(stack, 'admission'), events, [version]);
    if (told.length !== 1 || told[0]?.relayed_at !== null)
      wrong.push(`${told.length} events, the first relayed at ${String(told[0]?.relayed_at)}`);
  });
  await waitForHealth(world, 150_000);
  await seenEverywhere(world, version);
  const again = await activate();
  if (again.status !== 200 || again.body.version !== version)
    wrong.push(`the same call again returned ${again.status} ${JSON.stringify(again.body)}`);
  return wrong;
}
