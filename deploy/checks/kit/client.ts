import { randomUUID } from 'node:crypto';
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Agent as TlsAgent, request as httpsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';

const TIMEOUT_MS = 60_000;
const BUSY_TRIES = 8;
const PNG_MARK = 0x89;

export interface HttpRequest {
  readonly method: string;
  /** Path and query exactly as they go on the wire. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The body where it is JSON, else undefined. */
  readonly json: unknown;
}

export interface ClientOptions {
  readonly timeoutMs?: number;
  /** Connections to the portal at the same time. */
  readonly maxSockets?: number;
  /** Where the messages of this portal can be read: `signUp` then proves a family's number. */
  readonly simulatorUrl?: string;
}

export type Client = ReturnType<typeof createClient>;

/** A plain HTTP client for one address: it normalises nothing, adds only the length and follows no redirect. */
export function createClient(
  url: string,
  { timeoutMs = TIMEOUT_MS, maxSockets = 16, simulatorUrl }: ClientOptions = {},
) {
  const { protocol, hostname, port } = new URL(url);
  const [ask, OwnAgent] = protocol === 'https:' ? [httpsRequest, TlsAgent] : [httpRequest, Agent];
  const agent = new OwnAgent({ keepAlive: true, maxSockets });
  const attempt = ({ method, target, headers, body }: HttpRequest): Promise<HttpResponse> =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const options = { agent, hostname, port, method, path: target, headers: { ...length, ...headers } };
      const outgoing = ask(options, (incoming) => {
        const parts: Buffer[] = [];
        incoming.on('data', (part: Buffer) => parts.push(part));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const bytes = Buffer.concat(parts);
          const isJson = String(incoming.headers['content-type']).startsWith('application/json');
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: bytes,
            json: isJson ? parsed(bytes) : undefined,
          });
        });
      });
      outgoing.setTimeout(timeoutMs, () => outgoing.destroy(new Error(`${method} ${target}: no response`)));
      outgoing.on('error', (error) => reject(Object.assign(error, { reused: outgoing.reusedSocket })));
      outgoing.end(body);
    });
  return {
    url,
    simulatorUrl,
    async send(request: HttpRequest): Promise<HttpResponse> {
      try {
        return await attempt(request);
      } catch (error) {
        const { code, reused } = error as { code?: string; reused?: boolean };
        // The server closed an idle connection just then: it read nothing of the request.
        if (reused && code === 'ECONNRESET') return attempt(request);
        throw error;
      }
    },
    close: () => agent.destroy(),
  };
}

/** Sends a request again while the portal returns 503 with Retry-After; `busy` sees each of those responses. */
export async function sendPatiently(
  client: Client,
  request: HttpRequest,
  busy: (response: HttpResponse) => void = () => undefined,
): Promise<HttpResponse> {
  let response = await client.send(request);
  for (
    let tries = 0;
    response.status === 503 && response.headers['retry-after'] && tries < BUSY_TRIES;
    tries += 1
  ) {
    busy(response);
    await sleep(Number(response.headers['retry-after']) * 1000);
    response = await client.send(request);
  }
  return response;
}

/** The cookies that a response sets, as the next request sends them. */
export function cookieOf({ headers }: HttpResponse): string {
  return (headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]).join('; ');
}

/**
 * Calls the portal as one person and returns the JSON; throws on any status that is not 2xx. A Buffer goes as an
 * uploaded file. Checks that look at each response pass a `Call` of their own to the makers of families.
 */
export type Call = <T = { id: string }>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
) => Promise<T>;

/** A `Call` with this session cookie, or without a session. */
export function callAs(client: Client, cookie = ''): Call {
  return async <T>(method: string, path: string, body?: object) => {
    const isFile = Buffer.isBuffer(body);
    const type = isFile ? 'application/octet-stream' : 'application/json';
    const response = await sendPatiently(client, {
      method,
      target: path,
      headers: {
        origin: client.url,
        ...(cookie && { cookie }),
        ...(body && { 'content-type': type }),
        // The portal compares the ending with the content.
        ...(isFile && { 'x-file-name': body[0] === PNG_MARK ? 'bukti.png' : 'bukti.jpg' }),
      },
      ...(body && { body: isFile ? body : JSON.stringify(body) }),
    });
    if (response.status < 300) return response.json as T;
    throw new Error(`${method} ${path} returned ${response.status}: ${response.body.toString()}`);
  };
}

/** Sends a call that does its work once for a key, under a key of its own; throws on any status that is not 2xx. */
export async function sendKeyed<T = void>(
  client: Client,
  { cookie }: { readonly cookie: string },
  target: string,
  body: object,
): Promise<T> {
  const {
    status,
    body: answer,
    json,
  } = await sendPatiently(client, {
    method: 'POST',
    target,
    headers: {
      origin: client.url,
      cookie,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  });
  if (status >= 300) throw new Error(`POST ${target} returned ${status}: ${answer.toString()}`);
  return json as T;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined; // The checks report a body that is no JSON.
  }
}
