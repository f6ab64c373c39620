import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { comeAgainMs } from '@gerbang/domain/login-line';
import { autocannon } from './tools.ts';

export interface LoadRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** A large body is read from a file. */
  bodyFile?: string;
}

export interface Load {
  url: string;
  connections: number;
  seconds: number;
  requests: LoadRequest[];
  /** Gives each connection its own requests: the first of n the 1st, (n+1)th …, the second the 2nd, (n+2)th … */
  spread?: boolean;
  /** Sends this many requests in all, however long they take, instead of `seconds`. */
  amount?: number;
  /** Sends at most this many requests a second in all. */
  perSecond?: number;
}

export interface LoadResult {
  perSecond: number;
  total: number;
  p50: number;
  p99: number;
  /** How long each answer took, in milliseconds, of those that were asked for by their amount. */
  times: readonly number[];
  errors: number;
  statuses: Record<string, number>;
  /** CPU milliseconds that the generator itself used. */
  generatorMs: number;
}

/** A visitor arrives at a moment, with a session or to log in first. */
export interface Visitor {
  atMs: number;
  cookie?: string;
  login?: { identifier: string; password: string };
  /** Logs in over and over until then instead of reading anything. */
  untilMs?: number;
}

/** Visitors who request all paths at once, and a second time after `reloadAfterMs`. */
export interface Group {
  people: Visitor[];
  paths: string[];
  reloadAfterMs?: number;
}

/** Visitors arrive at their moment, whether or not those before them have been served. */
export interface Arrivals {
  url: string;
  groups: Group[];
}

export interface Times {
  total: number;
  p50: number;
  p95: number;
  p99: number;
  slowest: number;
}

export interface ArrivalsResult extends Times {
  errors: number;
  /** The first error, as a hint at the cause. */
  firstError: string | null;
  /** `inLine` counts the logins that were told a place in the line, `lastPlace` is the highest of them. */
  logins: Times & { inLine: number; lastPlace: number };
}

/** An upload on a busy machine takes longer than autocannon's ten seconds. */
const TIMEOUT_SECONDS = 60;
/** The portal closes a connection after 1,000 requests, which autocannon does not notice. */
const REQUESTS_A_CONNECTION = 900;

/** Plays a load with autocannon. */
export async function playLoad(load: Load): Promise<LoadResult> {
  const files = new Map<string, Buffer>();
  const requests = load.requests.map(({ bodyFile, ...one }) => {
    if (bodyFile === undefined) return one;
    const body = files.get(bodyFile) ?? readFileSync(bodyFile);
    files.set(bodyFile, body);
    return { ...one, body };
  });
  let clients = 0;
  const times: number[] = [];
  const before = process.cpuUsage();
  const result = await autocannon({
    url: load.url,
    connections: load.connections,
    duration: load.seconds,
    timeout: TIMEOUT_SECONDS,
    reconnectRate: REQUESTS_A_CONNECTION,
    ...(load.amount !== undefined && { amount: load.amount }),
    ...(load.perSecond !== undefined && { overallRate: load.perSecond }),
    ...(!load.spread && { requests }),
    setupClient: (client) => {
      if (load.amount !== undefined) client.on('response', (_status, _bytes, took) => times.push(took));
      const own = clients++;
      if (load.spread) client.setRequests(requests.filter((_, at) => at % load.connections === own));
    },
  });
  const { user, system } = process.cpuUsage(before);
  const statuses = Object.entries(result.statusCodeStats).map(([status, { count }]) => [status, count]);
  return {
    perSecond: result.requests.total / result.duration,
    total: result.requests.total,
    p50: result.latency.p50,
    p99: result.latency.p99,
    times,
    errors: result.errors + result.timeouts,
    statuses: Object.fromEntries(statuses),
    generatorMs: (user + system) / 1000,
  };
}

/** Lets every visitor arrive at their moment. */
export async function playArrivals({ url, groups }: Arrivals): Promise<ArrivalsResult> {
  const crowd = new Crowd(url);
  await Promise.all(groups.flatMap((group) => group.people.map((person) => crowd.visit(person, group))));
  return crowd.end();
}

class Crowd {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 512 });
  readonly #url: string;
  readonly #reads: number[] = [];
  readonly #logins: number[] = [];
  readonly #began = performance.now();
  #errors = 0;
  #inLine = 0;
  #lastPlace = 0;
  #firstError: string | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  async visit({ atMs, cookie, login, untilMs }: Visitor, { paths, reloadAfterMs }: Group): Promise<void> {
    await sleep(atMs);
    if (login && untilMs !== undefined) {
      while (performance.now() - this.#began < untilMs) await this.#logIn(login);
      return;
    }
    const session = login ? await this.#logIn(login) : (cookie ?? '');
    if (session === '') return; // counted as a failed login
    const read = (from: number) =>
      Promise.all(
        paths.map((path) =>
          this.#timed(this.#reads, from, path, async () => {
            const { status } = await this.#call(path, { cookie: session });
            return status;
          }),
        ),
      );
    await read(login ? performance.now() : this.#began + atMs);
    if (reloadAfterMs === undefined) return;
    await sleep(reloadAfterMs);
    await read(performance.now());
  }

  end(): ArrivalsResult {
    this.#agent.destroy();
    return {
      ...timesOf(this.#reads),
      errors: this.#errors,
      firstError: this.#firstError,
      logins: { ...timesOf(this.#logins), inLine: this.#inLine, lastPlace: this.#lastPlace },
    };
  }

  #call(
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<{ status: number; message: IncomingMessage; text: string }> {
    return new Promise((resolve, reject) => {
      const method = body === undefined ? 'GET' : 'POST';
      const options = { agent: this.#agent, headers, timeout: TIMEOUT_SECONDS * 1000, method };
      const outgoing = request(`${this.#url}${path}`, options, (message) => {
        let text = '';
        // Only what is sent decides how the visitor goes on.
        if (body === undefined) message.resume();
        else message.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        message.once('end', () => resolve({ status: message.statusCode ?? 0, message, text }));
        message.once('error', reject);
      });
      outgoing.once('timeout', () => outgoing.destroy(new Error('no response')));
      outgoing.once('error', reject);
      outgoing.end(body);
    });
  }

  /** Counts from the moment of the visitor's wish, which may be earlier than the request. */
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

  /** Logs in, waits in the line as the page does, and returns the cookie. */
  async #logIn(login: object): Promise<string> {
    let cookie = '';
    await this.#timed(this.#logins, performance.now(), 'login', async () => {
      let told: { ticket: string; place: number; seconds: number } | undefined;
      for (;;) {
        const body = JSON.stringify({ ...login, ticket: told?.ticket });
        const { status, message, text } = await this.#call('/api/login', this.#headersOf(body), body);
        cookie = (message.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
        if (status !== 202) return status;
        if (!told) this.#inLine += 1;
        told = JSON.parse(text) as NonNullable<typeof told>;
        this.#lastPlace = Math.max(this.#lastPlace, told.place);
        await sleep(comeAgainMs(told.seconds));
      }
    });
    return cookie;
  }

  #headersOf(body: string): Record<string, string> {
    return {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      origin: this.#url,
    };
  }
}

/** How long such calls took, in milliseconds. */
export function timesOf(list: readonly number[]): Times {
  const sorted = list.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { total: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), slowest: at(1) };
}
