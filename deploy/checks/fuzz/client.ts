import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

export interface Sent {
  readonly method: string;
  /** Path with its query, as it goes on the wire. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The body where it is JSON, else undefined. */
  readonly json: unknown;
}

const PATIENCE_MS = 60_000;

export type Client = ReturnType<typeof createClient>;

/** Speaks plain HTTP to one address: nothing is normalised, added or tried again. */
export function createClient(url: string) {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const attempt = ({ method, target, headers, body }: Sent): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const options = { agent, hostname, port, method, path: target, headers: { ...length, ...headers } };
      const outgoing = httpRequest(options, (incoming) => {
        const parts: Buffer[] = [];
        incoming.on('data', (part: Buffer) => parts.push(part));
        incoming.on('error', reject);
        incoming.on('end', () => resolve(answerOf(incoming, Buffer.concat(parts))));
      });
      outgoing.setTimeout(PATIENCE_MS, () => outgoing.destroy(new Error(`${method} ${target}: no answer`)));
      outgoing.on('error', (error) => reject(Object.assign(error, { reused: outgoing.reusedSocket })));
      outgoing.end(body);
    });
  async function send(sent: Sent): Promise<Answer> {
    try {
      return await attempt(sent);
    } catch (error) {
      const { code, reused } = error as { code?: string; reused?: boolean };
      // A connection that the server has just given up: nothing of the request was read.
      if (reused && code === 'ECONNRESET') return attempt(sent);
      throw error;
    }
  }
  return { send, close: () => agent.destroy() };
}

const BUSY_TRIES = 8;

/** Sends again what was answered with 503 and a time to come back: busy is no fault, staying so is. */
export async function patiently(client: Client, sent: Sent, busy: (answer: Answer) => void): Promise<Answer> {
  let answer = await client.send(sent);
  for (
    let tries = 0;
    answer.status === 503 && answer.headers['retry-after'] && tries < BUSY_TRIES;
    tries += 1
  ) {
    busy(answer);
    await sleep(Number(answer.headers['retry-after']) * 1000);
    answer = await client.send(sent);
  }
  return answer;
}

function answerOf({ headers, statusCode = 0 }: IncomingMessage, body: Buffer): Answer {
  const isJson = String(headers['content-type']).startsWith('application/json');
  return { status: statusCode, headers, body, json: isJson ? parse(body) : undefined };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined; // the checks say that it is no JSON
  }
}
