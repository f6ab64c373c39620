import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newKeys } from '@gerbang/backup/identity';
import { UsageError } from './child.ts';
import { DATABASES } from './databases.ts';
import { projectRoot } from './paths.ts';
import { databasePassword, makeSecrets } from './secrets.ts';

const HOST = 'postgres:5432';
const FOLDER = 'deploy/docker/secrets';

/** The two halves of one key: a new half does not fit the old one. */
const BACKUP_KEY = ['backup_identity', 'backup_recipient'];
/** Secrets that older installations lack: they seal no stored data, so they may be added later. */
const LATER = new Set([...BACKUP_KEY, 'audit_key']);

/** Secrets of the local run alone: passwords are in the URLs, and Meta issues the others. */
const LOCAL = new Set(['databaseKey', 'whatsappToken', 'whatsappAppSecret']);

const snakeCase = (name: string) => name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

/** The secrets of docker-compose.yml by the name of their file. */
async function contents(): Promise<Record<string, string>> {
  const secrets = makeSecrets();
  const backup = await newKeys();
  const shared = Object.entries(secrets).filter(([name]) => !LOCAL.has(name));
  const urls = Object.fromEntries(
    DATABASES.map((name) => {
      const password = databasePassword(secrets, name);
      return [`${name}_database_url`, `postgres://gerbang_${name}:${password}@${HOST}/gerbang_${name}`];
    }),
  );
  return {
    ...urls,
    ...Object.fromEntries(shared.map(([name, value]) => [snakeCase(name), value])),
    owner_database_url: `postgres://postgres:${secrets.ownerPassword}@${HOST}/postgres`,
    // It opens backups: keep it apart from them and off this machine. Only a restore needs it.
    backup_identity: backup.identity,
    backup_recipient: backup.recipient,
    // Meta issues these two; no message leaves without them.
    whatsapp_token: 'replace-by-the-token-of-meta',
    whatsapp_app_secret: 'replace-by-the-secret-of-the-app',
  };
}

/**
 * Makes the secret files of an installation and returns the names of the new ones. An existing folder gets what newer
 * versions need, and no file is overwritten. Any other missing file is an error that names it: stored data is sealed
 * with it, and a new secret would lock that data away.
 */
export async function makeSecretFiles(folder: string): Promise<string[]> {
  const files = await contents();
  const known = new Set(existsSync(folder) ? readdirSync(folder) : []);
  const missing = Object.keys(files).filter((name) => !known.has(name));
  if (known.size > 0) {
    const lost = missing.filter((name) => !LATER.has(name));
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
  for (const name of missing) {
    // The containers read them as another user; the mode of the folder keeps other people out.
    writeFileSync(join(folder, name), files[name] ?? '', { mode: 0o644, flag: 'wx' });
  }
  return missing;
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
    console.log('backup_identity opens backups: take a copy to a safe place, apart from them.');
  }
  return 0;
}
