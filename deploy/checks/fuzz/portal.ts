import { endpoints } from '@gerbang/contracts/all';
import type { Endpoint } from '@gerbang/contracts/endpoint';
import { type Check, createChecks, type Fault } from './checks.ts';
import { type Answer, createClient, patiently } from './client.ts';
import { addressOf, type Operation, operationsOf, readDocument } from './document.ts';
import { type Caller, createPeople, roleOf } from './people.ts';

export interface Call {
  readonly params?: Readonly<Record<string, string>>;
  /** The query as it goes on the wire, without its mark. */
  readonly query?: string;
  /** A value is sent as JSON; a text or bytes as they are. */
  readonly body?: unknown;
  readonly raw?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers that are left out. */
  readonly without?: readonly string[];
}

export interface Finding extends Fault {
  readonly operation: string;
  readonly caller: string;
  readonly input: string;
  readonly answer: string;
}

/** The running portal as its description tells it; every answer that comes back is checked. */
export async function openPortal(url: string) {
  const client = createClient(url);
  const document = await readDocument(url);
  const operations = operationsOf(document);
  const byId = new Map(operations.map((one) => [one.id, one]));
  const contracts = new Map<string, Endpoint>(endpoints.map((one) => [one.id, one]));
  const checks = createChecks();
  const findings: Finding[] = [];
  const statuses = new Map<string, Record<number, number>>();
  const busy: string[] = [];
  let calls = 0;

  const operation = (id: string): Operation => {
    const found = byId.get(id);
    if (!found) throw new Error(`The description has no operation ${id}`);
    return found;
  };
  function report(check: Check, what: string, about: Omit<Finding, 'check' | 'what'>): void {
    findings.push({ check, what, ...about });
  }

  /** Makes a call and checks its answer by everything that holds for any answer. */
  async function call(id: string, caller: Caller, options: Call = {}): Promise<Answer> {
    const one = operation(id);
    const target = addressOf(one.path, options.params ?? {}) + (options.query ? `?${options.query}` : '');
    const body = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    const headers: Record<string, string> = {
      ...(one.method !== 'GET' && { origin: url }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(caller !== 'anon' && { cookie: caller.cookie }),
      ...options.headers,
    };
    for (const name of options.without ?? []) delete headers[name];
    calls += 1;
    const sent = { method: one.method, target, headers, ...(body !== undefined && { body }) };
    const answer = await patiently(client, sent, (one) => busy.push(`${id} ${shown(one)}`));
    const tally = statuses.get(id) ?? {};
    statuses.set(id, tally);
    tally[answer.status] = (tally[answer.status] ?? 0) + 1;
    const input = `${target} ${String(body ?? '').slice(0, 400)}`;
    const about = { operation: id, caller: roleOf(caller), input, answer: shown(answer) };
    for (const { check, what } of checks.faultsOf(one, answer)) report(check, what, about);
    return answer;
  }

  /** The same, for a step that must succeed. */
  async function must<T>(id: string, caller: Caller, options: Call = {}): Promise<T> {
    const answer = await call(id, caller, options);
    if (answer.status >= 300) throw new Error(`${id} answered ${answer.status}: ${shown(answer)}`);
    return answer.json as T;
  }

  return {
    url,
    client,
    document,
    operations,
    operation,
    /** The contract of an operation: for what a JSON schema cannot say. */
    contract: (id: string) => contracts.get(id),
    fits: checks.fits,
    people: createPeople(url, client),
    call,
    must,
    report,
    findings,
    /** Answers that said to come again later. */
    busy,
    statuses,
    calls: () => calls,
    close: () => client.close(),
  };
}
export type Portal = Awaited<ReturnType<typeof openPortal>>;

/** An answer in a line of the report. */
export const shown = (answer: Answer): string => `${answer.status} ${answer.body.toString().slice(0, 300)}`;
