import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Arrivals, ArrivalsResult, Group, Person, Times } from './arrivals.types.ts';

const TIMEOUT_MS = 60_000;
const TRIES = 5;

/** Lets everybody come at their moment, and tells how they were served. */
export async function playArrivals({ url, groups }: Arrivals): Promise<ArrivalsResult> {
  const crowd = new Crowd(url);
  await Promise.all(groups.flatMap((group) => group.people.map((person) => crowd.visit(person, group))));
  return crowd.end();
}

interface Answered {
  status: number;
  message: IncomingMessage;
}

class Crowd {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 512 });
  readonly #url: string;
  readonly #reads: number[] = [];
  readonly #logins: number[] = [];
  readonly #began = performance.now();
  #errors = 0;
  #toldToWait = 0;
  #firstError: string | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  async visit({ atMs, cookie, login }: Person, { paths, reloadAfterMs }: Group): Promise<void> {
    await sleep(atMs);
    const session = login ? await this.#logIn(login) : (cookie ?? '');
    if (session === '') return; // counted as a failed login
    const look = (from: number) =>
      Promise.all(
        paths.map((path) =>
          this.#timed(this.#reads, from, path, async () => {
            const { status } = await this.#call(path, { cookie: session });
            return status;
          }),
        ),
      );
    await look(login ? performance.now() : this.#began + atMs);
    if (reloadAfterMs === undefined) return;
    await sleep(reloadAfterMs);
    await look(performance.now());
  }

  end(): ArrivalsResult {
    this.#agent.destroy();
    return {
      ...timesOf(this.#reads),
      errors: this.#errors,
      firstError: this.#firstError,
      logins: { ...timesOf(this.#logins), toldToWait: this.#toldToWait },
    };
  }

  #call(path: string, headers: Record<string, string>, body?: string): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const method = body === undefined ? 'GET' : 'POST';
      const options = { agent: this.#agent, headers, timeout: TIMEOUT_MS, method };
      const asked = request(`${this.#url}${path}`, options, (message) => {
        message.resume();
        message.once('end', () => resolve({ status: message.statusCode ?? 0, message }));
        message.once('error', reject);
      });
      asked.once('timeout', () => asked.destroy(new Error('no answer')));
      asked.once('error', reject);
      asked.end(body);
    });
  }

  /** From the moment when the person wanted it, not from when this program got round to it. */
  async #timed(times: number[], from: number, what: string, work: () => Promise<number>): Promise<void> {
    try {
      const status = await work();
      if (status !== 200) this.#failed(`${what}: ${status}`);
    } catch (error) {
      this.#failed(`${what}: ${(error as Error).message}`);
    }
    times.push(performance.now() - from);
  }

  #failed(what: string): void {
    this.#errors += 1;
    this.#firstError ??= what;
  }

  /** Logs in, and comes back when told to, as the page does; answers the cookie. */
  async #logIn(login: object): Promise<string> {
    const body = JSON.stringify(login);
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      origin: this.#url,
    };
    let cookie = '';
    await this.#timed(this.#logins, performance.now(), 'login', async () => {
      for (let tries = 1; ; tries += 1) {
        const { status, message } = await this.#call('/api/login', headers, body);
        cookie = (message.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
        if (status !== 503 || tries === TRIES) return status;
        this.#toldToWait += 1;
        await sleep(1000 * Number(message.headers['retry-after'] ?? 1));
      }
    });
    return cookie;
  }
}

function timesOf(list: number[]): Times {
  const sorted = list.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { total: sorted.length, p50: at(0.5), p99: at(0.99), slowest: at(1) };
}
