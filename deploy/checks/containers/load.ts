import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient, type HttpResponse } from '../kit/client.ts';
import { PROFILE } from '../kit/families.ts';
import { type Account, signUp } from '../kit/people.ts';

const THINK_MS = 200;
const TIMEOUT_MS = 20_000;
/** Each area of the portal is asked in turn. */
const READS = [
  '/api/user',
  '/api/children',
  '/api/announcements',
  '/api/parent/invoices',
  '/api/notifications',
];

/** A call that did not get what it asked for. */
interface LostCall {
  readonly path: string;
  /** The status, or why no response came. */
  readonly outcome: number | string;
  readonly endedAt: number;
}

export type Load = Awaited<ReturnType<typeof startLoad>>;

interface Family {
  readonly account: Account;
  /** The address that was acknowledged last, and those sent since, one of which may have been written as well. */
  acknowledged: string;
  open: string[];
}

/** Lets new families read every area and write their address, over and over, and counts what they lost. */
export async function startLoad(origin: string, simulatorUrl: string, count: number) {
  const client = createClient(origin, { timeoutMs: TIMEOUT_MS, maxSockets: count * 2, simulatorUrl });
  const families: Family[] = [];
  for (let at = 0; at < count; at += 1)
    families.push({ account: await signUp(client), acknowledged: '', open: [''] });
  const lost: LostCall[] = [];
  const figures = { calls: 0, acknowledged: 0, slowestMs: 0 };
  let isStopped = false;

  /** One try, never again; whether the portal did what was asked. */
  async function call(family: Family, method: string, path: string, body?: object): Promise<boolean> {
    const began = performance.now();
    const outcome = await send(client, family.account.cookie, method, path, body).then(
      ({ status }) => status,
      (error: Error) => error.message,
    );
    figures.calls += 1;
    figures.slowestMs = Math.max(figures.slowestMs, performance.now() - began);
    if (outcome !== 200) lost.push({ path, outcome, endedAt: performance.now() });
    return outcome === 200;
  }

  async function live(family: Family): Promise<void> {
    for (let turn = 0; !isStopped; turn += 1) {
      await call(family, 'GET', READS[turn % READS.length] ?? '/api/user');
      const address = `Jl. Melati No. ${turn + 1} RT 03 RW 05`;
      family.open.push(address);
      if (await call(family, 'PATCH', '/api/parent', { ...PROFILE, address })) {
        figures.acknowledged += 1;
        family.acknowledged = address;
        family.open = [];
      }
      await sleep(THINK_MS);
    }
  }

  const lives = families.map(live);
  return {
    lost,
    figures,
    /** Ends the load and returns the families whose acknowledged address is not what the portal has. */
    async stop(): Promise<string[]> {
      isStopped = true;
      await Promise.all(lives);
      const wrong: string[] = [];
      for (const { account, acknowledged, open } of families) {
        const { address } = await account.call<{ address: string | null }>('GET', '/api/parent');
        if (![acknowledged, ...open].includes(address ?? '')) wrong.push(account.id);
      }
      client.close();
      return wrong;
    },
  };
}

const send = (
  client: Client,
  cookie: string,
  method: string,
  target: string,
  body?: object,
): Promise<HttpResponse> =>
  client.send({
    method,
    target,
    headers: { origin: client.url, cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
