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

/** A call that had no response, or one that says that the portal cannot serve it. */
interface LostCall {
  readonly path: string;
  /** Null where no response came. */
  readonly status: number | null;
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
  const figures = { calls: 0, slowestMs: 0 };
  let isStopped = false;

  async function call(family: Family, method: string, path: string, body?: object): Promise<number | null> {
    const began = performance.now();
    const response = await send(client, family.account.cookie, method, path, body);
    figures.calls += 1;
    figures.slowestMs = Math.max(figures.slowestMs, performance.now() - began);
    const status = response?.status ?? null;
    if (status === null || status >= 500) lost.push({ path, status, endedAt: performance.now() });
    return status;
  }

  async function live(family: Family): Promise<void> {
    for (let turn = 0; !isStopped; turn += 1) {
      await call(family, 'GET', READS[turn % READS.length] ?? '/api/user');
      const address = `Jl. Melati No. ${turn + 1} RT 03 RW 05`;
      family.open.push(address);
      if ((await call(family, 'PATCH', '/api/parent', { ...PROFILE, address })) === 200) {
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

/** One try, never again; null where the connection broke or no response came in time. */
const send = (
  client: Client,
  cookie: string,
  method: string,
  target: string,
  body?: object,
): Promise<HttpResponse | null> =>
  client
    .send({
      method,
      target,
      headers: { origin: client.url, cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    .catch(() => null);
