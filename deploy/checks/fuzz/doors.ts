import { addressOf, type Operation } from './document.ts';
import type { Caller } from './people.ts';
import { type Call, shown } from './portal.ts';
import type { Check } from './checks.ts';
import type { World } from './world.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE'];
const SOMEBODY = '018f6a1e-0000-7000-8000-000000000000';

/** What holds once a call: methods that it has not, headers that it needs, sessions that are none. */
export async function checkDoors(
  world: World,
  operation: Operation,
  callers: readonly Caller[],
): Promise<number> {
  const [caller = 'anon'] = callers;
  return (
    (await checkMethods(world, operation)) +
    (await checkHeaders(world, operation, caller)) +
    (await checkSessions(world, operation, caller))
  );
}

const paramsOf = (operation: Operation): Record<string, string> =>
  Object.fromEntries(
    operation.params.map(({ name, schema }) => [name, String(schema.enum?.[0] ?? SOMEBODY)]),
  );

/** Methods of the router's own that answer this address too, beside the call itself. */
function methodsAt({ portal }: World, target: string): Set<string> {
  const found = portal.operations.filter(({ path }) =>
    new RegExp(`^${path.replace(/\{\w+\}/gu, '[^/]+')}$`, 'u').test(target),
  );
  return new Set(found.map(({ method }) => method));
}

async function checkMethods(world: World, operation: Operation): Promise<number> {
  const { portal } = world;
  const target = addressOf(operation.path, paramsOf(operation));
  const present = methodsAt(world, target);
  const absent = METHODS.filter((method) => !present.has(method));
  for (const method of absent) {
    const answer = await portal.client.send({ method, target, headers: { origin: portal.url } });
    const allow = new Set(String(answer.headers.allow ?? '').split(/, */u));
    const told = [...present].every((one) => allow.has(one)) && !allow.has(method);
    if (answer.status === 405 && told) continue;
    portal.report('unsupported method', `${method} → ${answer.status}, Allow: ${answer.headers.allow}`, {
      operation: operation.id,
      caller: 'anon',
      input: `${method} ${target}`,
      answer: shown(answer),
    });
  }
  return absent.length;
}

async function expectStatus(
  world: World,
  operation: Operation,
  caller: Caller,
  wanted: { check: Check; what: string; status: number; call: Call },
): Promise<void> {
  const answer = await world.portal.call(operation.id, caller, wanted.call);
  if (answer.status === wanted.status) return;
  world.portal.report(wanted.check, `${wanted.what} → ${answer.status} instead of ${wanted.status}`, {
    operation: operation.id,
    caller: caller === 'anon' ? 'anon' : caller.role,
    input: JSON.stringify(wanted.call).slice(0, 300),
    answer: shown(answer),
  });
}

/** Writes need an origin of ours and, with a body, its type (reliability G11). */
async function checkHeaders(world: World, operation: Operation, caller: Caller): Promise<number> {
  if (operation.method === 'GET') return 0;
  const params = paramsOf(operation);
  const check = 'required header' as const;
  const wanted = [{ check, what: 'no Origin', status: 403, call: { params, without: ['origin'] } as Call }];
  if (operation.body) {
    const call = { params, raw: '{}', without: ['content-type'] };
    wanted.push({ check, what: 'no Content-Type', status: 415, call });
  }
  if (operation.headers.some(({ name }) => name === 'Idempotency-Key')) {
    // Wrong in form: refused as every other input, once the body is right; never a failure of ours.
    await world.portal.call(operation.id, caller, {
      params,
      body: {},
      headers: { 'idempotency-key': 'x y' },
    });
  }
  for (const one of wanted) await expectStatus(world, operation, caller, one);
  return wanted.length;
}

/** Without a session, with a made-up one, with a changed one, with one that has ended: nobody is logged in. */
async function checkSessions(world: World, operation: Operation, caller: Caller): Promise<number> {
  if (operation.open || caller === 'anon') return 0;
  const params = paramsOf(operation);
  const [name = '', value = ''] = caller.cookie.split('=', 2);
  const last = value.at(-1) === 'A' ? 'B' : 'A';
  const cookies: Record<string, string> = {
    'a made-up session': `${name}=${'a'.repeat(43)}.${'b'.repeat(43)}`,
    'a changed signature': `${name}=${value.slice(0, -2)}${last}${last}`,
    'no signature': `${name}=${decodeURIComponent(value).split('.', 1)[0]}`,
    'an empty session': `${name}=`,
  };
  const check = 'ignored auth' as const;
  await expectStatus(world, operation, 'anon', { check, what: 'no session', status: 401, call: { params } });
  for (const [what, cookie] of Object.entries(cookies)) {
    await expectStatus(world, operation, 'anon', {
      check,
      what,
      status: 401,
      call: { params, headers: { cookie } },
    });
  }
  return Object.keys(cookies).length + 1;
}
