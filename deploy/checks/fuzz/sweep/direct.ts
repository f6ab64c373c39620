import { generateKeyPairSync } from 'node:crypto';
import { endpoints } from '@gerbang/contracts/all';
import { IDENTITY_HEADER, type Identity } from '@gerbang/contracts/identity';
import { ROLES } from '@gerbang/domain/roles';
import type { Stack } from '@gerbang/local/stack';
import { createSigner } from '@gerbang/service-kit/http/identity';
import { createClient } from '../client.ts';
import { addressOf, type Operation } from '../document.ts';
import { shown } from '../portal.ts';
import { cellOf, type World } from '../world.ts';

const NOBODY = '018f6a1e-0000-7000-8000-000000000000';
const PAST_MS = 120_000;

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Identities that no service may believe, by what is wrong with them; each says that an administrator calls. */
function wrongTokens(privateKey: string, service: string): Record<string, string | undefined> {
  const identity: Identity = { sub: NOBODY, role: 'admin', sid: 'x', mcp: false, ip: '127.0.0.1' };
  const stranger = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const right = createSigner(privateKey)(identity, service);
  const [head = '', claims = '', signature = ''] = right.split('.');
  const seconds = Math.floor(Date.now() / 1000);
  const times = { aud: service, iat: seconds, exp: seconds + 30 };
  const changed = part({ ...identity, ...times, role: 'it' });
  const realNow = Date.now;
  let expired: string;
  try {
    Date.now = () => realNow() - PAST_MS;
    expired = createSigner(privateKey)(identity, service);
  } finally {
    Date.now = realNow;
  }
  return {
    'no identity': undefined,
    'an empty identity': '',
    'no token': 'admin',
    'a stranger’s signature': createSigner(stranger.privateKey)(identity, service),
    'an expired identity': expired,
    'an identity for another service': createSigner(privateKey)(
      identity,
      service === 'auth' ? 'billing' : 'auth',
    ),
    'no algorithm': `${part({ alg: 'none', typ: 'JWT' })}.${part({ ...identity, ...times })}.`,
    'changed claims': `${head}.${changed}.${signature}`,
    'no signature': `${head}.${claims}.`,
  };
}

const paramsOf = (operation: Operation): Record<string, string> =>
  Object.fromEntries(operation.params.map(({ name, schema }) => [name, String(schema.enum?.[0] ?? NOBODY)]));

/** Every call at its service's own listener, past the gateway: without a true identity 401, with one the role counts again. */
export async function sweepDirect(world: World, stack: Stack, sample = 1): Promise<number> {
  const { portal } = world;
  const privateKey = Buffer.from(stack.secrets.identityPrivateKey, 'base64').toString();
  const sign = createSigner(privateKey);
  let count = 0;
  let cases = 0;
  for (const [service, url] of Object.entries(stack.serviceUrls)) {
    const client = createClient(url);
    const tokens = wrongTokens(privateKey, service);
    for (const { id } of endpoints.filter((one) => one.service === service)) {
      const operation = portal.operation(id);
      const target = addressOf(operation.path, paramsOf(operation));
      const refused = ROLES.find((role) => cellOf(id, role) === '.');
      const identity = { sub: NOBODY, role: refused ?? null, sid: 'x', mcp: false, ip: '127.0.0.1' };
      const all = [
        ...Object.entries(tokens).map(([what, token]) => ({ what, token, status: 401 })),
        ...(refused
          ? [{ what: `a true identity of ${refused}`, token: sign(identity, service), status: 403 }]
          : []),
      ];
      for (const { what, token, status } of all) {
        cases += 1;
        if (cases % sample !== 0) continue;
        const headers = {
          ...(token !== undefined && { [IDENTITY_HEADER]: token }),
          'x-user-id': NOBODY,
          'x-user-role': 'admin',
          ...(operation.body && { 'content-type': 'application/json' }),
        };
        const answer = await client.send({
          method: operation.method,
          target,
          headers,
          ...(operation.body && { body: '{}' }),
        });
        count += 1;
        if (answer.status === status) continue;
        portal.report('direct call', `${what} → ${answer.status} instead of ${status}`, {
          operation: id,
          caller: 'nobody',
          input: `${operation.method} ${url}${target}`,
          answer: shown(answer),
        });
      }
    }
    client.close();
  }
  return count + (await internals(world, stack));
}

/** The calls between services: not there without their key, and not there at all through the gateway (row X08). */
async function internals(world: World, stack: Stack): Promise<number> {
  const paths = ['/internal/login-phones/claim', '/internal/files/claim', '/internal/x'];
  let count = 0;
  for (const [name, url] of Object.entries({ gateway: world.portal.url, ...stack.serviceUrls })) {
    const client = createClient(url);
    for (const target of paths) {
      for (const authorization of [undefined, 'Bearer x', 'Bearer ', `Bearer ${'a'.repeat(5000)}`]) {
        const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) };
        const answer = await client.send({ method: 'POST', target, headers, body: '{}' });
        count += 1;
        if (answer.status === 404) continue;
        world.portal.report('direct call', `${target} of ${name} → ${answer.status}`, {
          operation: 'X08',
          caller: 'nobody',
          input: String(authorization),
          answer: shown(answer),
        });
      }
    }
    client.close();
  }
  return count;
}
