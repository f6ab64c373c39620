import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identityKeys } from '@gerbang/service-kit/http/identity-keys';
import { keyRing, keyRingText } from '@gerbang/service-kit/program/config';
import { UsageError } from './child.ts';

/** The file of the gateway's secrets among those of docker-compose.yml. */
export const IDENTITY_SECRETS = 'identity_secrets';
const SERVICES = ['auth', 'admission', 'announcement', 'billing', 'notification'] as const;

/** A service's keys for the identities that the gateway signs by these secrets; both in the form of the configuration. */
export function serviceKeys(secrets: string, service: (typeof SERVICES)[number]): string {
  return keyRingText(identityKeys(keyRing.parse(secrets), service));
}

/** The keys of every service by the name of their file. */
export function serviceKeyFiles(secrets: string): Record<string, string> {
  return Object.fromEntries(
    SERVICES.map((service) => [`identity_keys_${service}`, serviceKeys(secrets, service)]),
  );
}

/** The number of an id, as 2 of `k2`: the secret with the higher one is the newer. */
function numberOf(id: string): number {
  const number = /^k(\d+)$/u.exec(id)?.[1];
  if (number === undefined) throw new UsageError(`${IDENTITY_SECRETS}: ids are k1, k2 and so on, not ${id}`);
  return Number(number);
}

/**
 * The secrets after the next step of their change, and what must read them before the step after it. The new one is
 * accepted by every service before the gateway signs by it, and the old one until the gateway no longer does.
 */
function nextStep(secrets: string): { secrets: string; restart: 'services' | 'gateway' } {
  const ring = keyRing.parse(secrets);
  const [first, second] = ring;
  if (!first) throw new UsageError(`${IDENTITY_SECRETS} holds no secret`);
  if (!second) {
    const added = { id: `k${numberOf(first.id) + 1}`, key: randomBytes(32) };
    return { secrets: keyRingText([first, added]), restart: 'services' };
  }
  return numberOf(second.id) > numberOf(first.id)
    ? { secrets: keyRingText([second, first]), restart: 'gateway' }
    : { secrets: keyRingText([first]), restart: 'services' };
}

/** Takes the next of the three steps that change the secret of identities in a folder of secret files. */
export function stepIdentity(folder: string): { restart: 'services' | 'gateway'; isLast: boolean } {
  const file = join(folder, IDENTITY_SECRETS);
  if (!existsSync(file)) throw new UsageError(`${folder} lacks ${IDENTITY_SECRETS}: npm run secrets:create`);
  const { secrets, restart } = nextStep(readFileSync(file, 'utf8').trim());
  // The gateway's secrets come last: after a failure half-way the same command starts anew.
  for (const [name, text] of Object.entries({ ...serviceKeyFiles(secrets), [IDENTITY_SECRETS]: secrets })) {
    const part = join(folder, `${name}.new`);
    writeFileSync(part, text, { mode: 0o644 });
    renameSync(part, join(folder, name));
  }
  return { restart, isLast: !secrets.includes(',') };
}
