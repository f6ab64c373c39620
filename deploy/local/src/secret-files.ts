import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { newKeys } from '@gerbang/backup/identity';
import { UsageError } from './child.ts';
import { DATABASES } from './databases.ts';
import { IDENTITY_SECRETS, serviceKeyFiles, stepIdentity } from './identity-keys.ts';
import { projectRoot } from './paths.ts';
import { databasePassword, makeSecrets } from './secrets.ts';

const HOST = 'postgres:5432';
const FOLDER = 'deploy/docker/secrets';

/** The two halves of one key: a new half does not fit the old one. The first is to be kept elsewhere. */
const BACKUP_KEY = ['backup_identity', 'backup_recipient'];
/** Of profiles that an installation may take up at any time. */
const OF_PROFILES = [
  'garage_rpc_secret',
  'grafana_password',
  'alert_smtp_password',
  'mail_webhook_secret',
  'smtp_url',
  'pay_client_secret',
  'pay_private_key',
  'pay_provider_keys',
];
/** Secrets that older installations lack: they seal no stored data, so they may be added later. */
const LATER = [...BACKUP_KEY, ...OF_PROFILES, 'audit_key', IDENTITY_SECRETS];
const isIdentityKey = (name: string) => name.startsWith('identity_keys_');
const mayComeLater = (name: string) => LATER.includes(name) || isIdentityKey(name);

/** Secrets of the local run alone: passwords are in the URLs, and Meta issues the others. */
const LOCAL = new Set(['databaseKey', 'whatsappToken', 'whatsappAppSecret']);

const snakeCase = (name: string) => name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

/** The secrets of docker-compose.yml by the name of their file; keys are derived from `identitySecrets` where given. */
async function contents(identitySecrets: string | undefined): Promise<Record<string, string>> {
  const made = makeSecrets();
  const secrets = identitySecrets === undefined ? made : { ...made, identitySecrets };
  const backup = await newKeys();
  const shared = Object.entries(secrets).filter(([name]) => !LOCAL.has(name));
  const urls = Object.fromEntries(
    // Containers have Redis for the queue.
    DATABASES.filter((name) => name !== 'queue').map((name) => {
      const password = databasePassword(secrets, name);
      return [`${name}_database_url`, `postgres://gerbang_${name}:${password}@${HOST}/gerbang_${name}`];
    }),
  );
  return {
    ...urls,
    ...Object.fromEntries(shared.map(([name, value]) => [snakeCase(name), value])),
    ...serviceKeyFiles(secrets.identitySecrets),
    owner_database_url: `postgres://postgres:${secrets.ownerPassword}@${HOST}/postgres`,
    // It opens backups: keep it apart from them and off this machine. Only a restore needs it.
    backup_identity: backup.identity,
    backup_recipient: backup.recipient,
    // Meta issues these two; no message leaves without them.
    whatsapp_token: 'replace-by-the-token-of-meta',
    whatsapp_app_secret: 'replace-by-the-secret-of-the-app',
    garage_rpc_secret: randomBytes(32).toString('hex'),
    grafana_password: randomBytes(18).toString('base64url'),
    alert_smtp_password: 'replace-by-the-password-of-the-mail-account',
    // Empty = no letters.
    smtp_url: '',
    // The provider of payments issues the first and the last, the school makes the second; empty = without one.
    pay_client_secret: '',
    pay_private_key: '',
    pay_provider_keys: '',
  };
}

/**
 * Makes the secret files of an installation and returns the names of the new ones. An existing folder gets what newer
 * versions need, and no file is overwritten. Any other missing file is an error that names it: stored data is sealed
 * with it, and a new secret would lock that data away.
 */
export async function makeSecretFiles(folder: string): Promise<string[]> {
  const known = new Set(existsSync(folder) ? readdirSync(folder) : []);
  const identity = join(folder, IDENTITY_SECRETS);
  const files = await contents(existsSync(identity) ? readFileSync(identity, 'utf8').trim() : undefined);
  // An identity that was moved to a safe place is not missed.
  const movedAway = known.has('backup_recipient') ? ['backup_identity'] : [];
  const missing = Object.keys(files).filter((name) => !known.has(name) && !movedAway.includes(name));
  if (known.size > 0) {
    // Keys that exist were derived from a secret that existed.
    const hasIdentity = [...known].some(isIdentityKey);
    const lost = missing.filter((name) => !mayComeLater(name) || (name === IDENTITY_SECRETS && hasIdentity));
    if (lost.length > 0) {
      throw new UsageError(
        `${folder} lacks ${lost.join(', ')}: what is stored needs the old ones, put your copy of them back`,
      );
    }
    const halves = BACKUP_KEY.filter((name) => missing.includes(name));
    if (halves.length === 1) {
      throw new UsageError(
        `${folder} lacks ${halves.join(', ')}: put your copy back, or move its other half away`,
      );
    }
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  for (const name of missing) {
    // The containers read them as another user; the mode of the folder keeps other people out. No container reads the key
    // that opens backups.
    const mode = name === 'backup_identity' ? 0o600 : 0o644;
    writeFileSync(join(folder, name), files[name] ?? '', { mode, flag: 'wx' });
  }
  giveToOwner(folder, missing);
  return missing;
}

/** In a container the program runs as root: the files belong to whoever the project's folder belongs to. */
function giveToOwner(folder: string, names: readonly string[]): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(folder));
  for (const path of [folder, ...names.map((name) => join(folder, name))]) chownSync(path, uid, gid);
}

/** `npm run secrets:create`: makes the secret files of docker-compose.yml and never overwrites one. */
export async function createSecrets(): Promise<number> {
  const made = await makeSecretFiles(join(projectRoot, FOLDER));
  if (made.length === 0) {
    console.log(`${FOLDER}: everything is there already, and nothing was changed.`);
    return 0;
  }
  console.log(`${FOLDER}: made ${made.length} files.`);
  if (made.includes('whatsapp_token')) {
    console.log("Put Meta's token and secret into whatsapp_token and whatsapp_app_secret.");
  }
  if (made.includes('audit_key') && !made.includes('bus_keys')) {
    console.log('audit_key is new here. If there was one, put your copy in its place: older trails need it.');
  }
  if (made.includes('backup_identity')) {
    console.log(
      'backup_identity opens backups: move it off this machine, to a safe place apart from them. Only a restore needs it.',
    );
  }
  return 0;
}

const SERVICES = 'auth, admission, announcement, billing and notification';

/** `npm run identity:rotate`: takes the next of the three steps that change the secret of identities. */
export async function rotateIdentity(): Promise<number> {
  const { restart, isLast } = stepIdentity(join(projectRoot, FOLDER));
  const programs = restart === 'gateway' ? 'the gateway' : SERVICES;
  console.log(`${FOLDER}: restart ${programs}.`);
  console.log(
    isLast
      ? 'That was the last step.'
      : 'When all of them run again, take the next step: npm run identity:rotate',
  );
  return 0;
}
