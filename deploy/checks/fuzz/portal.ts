import type { Method } from '@gerbang/contracts/endpoint';
import {
  type Call as PlainCall,
  type Client,
  createClient,
  type HttpResponse,
  sendPatiently,
} from '../kit/client.ts';
import type { Account } from '../kit/people.ts';
import { type Check, type Fault, faultsOf } from './checks.ts';
import { addressOf, type Operation, readOperations } from './operations.ts';

export type Caller = Account | 'anon';
export const roleOf = (caller: Caller) => (caller === 'anon' ? 'anon' : caller.role);

export interface Call {
  readonly params?: Readonly<Record<string, string>>;
  /** The query as it goes on the wire, without the question mark. */
  readonly query?: string;
  /** A value that is sent as JSON. */
  readonly body?: unknown;
  /** A body that is sent as it is. */
  readonly raw?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Finding extends Fault {
  readonly operation: string;
  readonly caller: string;
  readonly input: string;
  readonly answer: string;
}

export type Portal = Awaited<ReturnType<typeof openPortal>>;

/** The running portal by its contracts; every response is checked and every fault becomes a finding. */
export async function openPortal({ url, simulatorUrl }: { url: string; simulatorUrl: string }) {
  const client: Client = createClient(url);
  const operations = await readOperations(url);
  const byId = new Map(operations.map((one) => [one.id, one]));
  const patterns = operations.map((one) => ({
    operation: one,
    pattern: new RegExp(`^${one.path.replace(/\{(\w+)\}/gu, '(?<$1>[^/]+)')}$`, 'u'),
  }));
  const findings: Finding[] = [];
  const statuses = new Map<string, Record<number, number>>();
  const busy: string[] = [];
  let calls = 0;

  const operation = (id: string): Operation => {
    const found = byId.get(id);
    if (!found) throw new Error(`No contract is called ${id}`);
    return found;
  };

  function report(
    { check, what }: { readonly check: Check; readonly what: string },
    about: { id: string; caller: Caller; input: unknown; answer?: HttpResponse | string },
  ): void {
    const { id, caller, input, answer = '' } = about;
    const text = typeof input === 'string' ? input : JSON.stringify(input);
    findings.push({
      check,
      what,
      operation: id,
      caller: roleOf(caller),
      input: text.slice(0, 600),
      answer: typeof answer === 'string' ? answer : shown(answer),
    });
  }

  /** Makes a call and checks its response by everything that holds for every response. */
  async function call(id: string, caller: Caller, options: Call = {}): Promise<HttpResponse> {
    const one = operation(id);
    const target = addressOf(one.path, options.params ?? {}) + (options.query ? `?${options.query}` : '');
    const body = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    const headers: Record<string, string> = {
      ...(one.method !== 'GET' && { origin: url }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(caller !== 'anon' && { cookie: caller.cookie }),
      ...options.headers,
    };
    calls += 1;
    const sent = { method: one.method, target, headers, ...(body !== undefined && { body }) };
    const response = await sendPatiently(client, sent, (one) => busy.push(`${id} ${shown(one)}`));
    const tally = statuses.get(id) ?? {};
    statuses.set(id, tally);
    tally[response.status] = (tally[response.status] ?? 0) + 1;
    const input = `${target} ${String(body ?? '').slice(0, 400)}`;
    for (const fault of faultsOf(one, response)) report(fault, { id, caller, input, answer: response });
    return response;
  }

  /** The same for a step that must succeed; returns the JSON. */
  async function must<T>(id: string, caller: Caller, options: Call = {}): Promise<T> {
    const response = await call(id, caller, options);
    if (response.status >= 300) throw new Error(`${id} returned ${shown(response)}`);
    return response.json as T;
  }

  /** The operation of a method and a path, with the path's parameters. */
  function find(method: Method, path: string): { id: string; params: Record<string, string> } {
    for (const { operation: one, pattern } of patterns) {
      const match = one.method === method ? pattern.exec(path) : null;
      if (match) return { id: one.id, params: { ...match.groups } };
    }
    throw new Error(`No contract describes ${method} ${path}`);
  }

  /** Calls as one person by method and path, as the makers of families do. */
  function callAs(caller: Account): PlainCall {
    return <T>(method: Method, path: string, body?: object) => {
      const { id, params } = find(method, path);
      const file = { 'content-type': 'application/octet-stream', 'x-file-name': 'bukti.png' };
      const sent = Buffer.isBuffer(body) ? { raw: body, headers: file } : body && { body };
      return must<T>(id, caller, { params, ...sent });
    };
  }

  return {
    url,
    simulatorUrl,
    client,
    operations,
    operation,
    call,
    must,
    callAs,
    report,
    findings,
    /** Responses that said to come again later. */
    busy,
    statuses,
    calls: () => calls,
    close: () => client.close(),
  };
}

/** A response in a line of the report. */
export const shown = (response: HttpResponse): string =>
  `${response.status} ${response.body.toString().slice(0, 300)}`;
