import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newKeys } from '@gerbang/backup/identity';
import { UsageError } from './child.ts';
import { DATABASES } from './databases.ts';
import { databasePassword, makeSecrets } from './secrets.ts';

const HOST = 'postgres:5432';

/** What came after the first installations were made: nothing that is stored was sealed with it, so it may be added. */
const LATER = new Set(['backup_identity', 'backup_recipient']);

/** What the containers of docker-compose.yml read, by the name of the file. */
async function contents(): Promise<Record<string, string>> {
  const secrets = makeSecrets();
  const backup = await newKeys();
  const urls = Object.fromEntries(
    DATABASES.map((name) => {
      const password = databasePassword(secrets, name);
      return [`${name}_database_url`, `postgres://gerbang_${name}:${password}@${HOST}/gerbang_${name}`];
    }),
  );
  return {
    ...urls,
    owner_password: secrets.ownerPassword,
    owner_database_url: `postgres://postgres:${secrets.ownerPassword}@${HOST}/postgres`,
    bus_keys: secrets.busKeys,
    column_keys: secrets.columnKeys,
    identity_private_key: secrets.identityPrivateKey,
    identity_public_key: secrets.identityPublicKey,
    password_pepper: secrets.passwordPepper,
    code_key: secrets.codeKey,
    contact_code_key: secrets.contactCodeKey,
    blind_index_key: secrets.blindIndexKey,
    internal_key: secrets.internalKey,
    session_secret: secrets.sessionSecret,
    whatsapp_verify_token: secrets.whatsappVerifyToken,
    // Opens backups: keep it apart from them, and off this machine; only a restore needs it.
    backup_identity: backup.identity,
    backup_recipient: backup.recipient,
    // Meta gives these two; until they are there, no message leaves.
    whatsapp_token: 'replace-by-the-token-of-meta',
    whatsapp_app_secret: 'replace-by-the-secret-of-the-app',
  };
}

/**
 * Makes the secret files of an installation and answers the names of those it made. In a folder that is there already
 * it adds what newer versions need and never writes over a file; where another one is missing, what was stored is
 * sealed with it, and a new one would lock the data away: an error that names it.
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
    // The two halves of one key: a new half opens nothing of the old one.
    if (missing.length > 0 && missing.length < LATER.size) {
      throw new UsageError(
        `${folder} lacks ${missing.join(', ')}: put your copy back, or move its other half away`,
      );
    }
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of missing) {
    // Read by the user of the containers, which is not the one who makes them; the folder keeps the others out.
    writeFileSync(join(folder, name), files[name] ?? '', { mode: 0o644, flag: 'wx' });
  }
  return missing;
}
