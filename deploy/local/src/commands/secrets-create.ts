import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../child.ts';
import { DATABASES } from '../databases.ts';
import { projectRoot } from '../paths.ts';
import { databasePassword, makeSecrets } from '../secrets.ts';
import { newKeys } from '../../../backup/src/identity.ts';

const FOLDER = 'deploy/docker/secrets';
const HOST = 'postgres:5432';

/** What the containers of docker-compose.yml read, by the name of the file. */
async function files(): Promise<Record<string, string>> {
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

/** `npm run secrets:create`: makes the secret files of docker-compose.yml, once; what is there is never overwritten. */
export async function run(): Promise<number> {
  const folder = join(projectRoot, FOLDER);
  if (existsSync(folder))
    throw new UsageError(`${FOLDER} is there already: its keys open what was stored, keep them`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, text] of Object.entries(await files())) {
    // Read by the user of the containers, which is not the one who makes them; the folder keeps the others out.
    writeFileSync(join(folder, name), text, { mode: 0o644 });
  }
  console.log(`${FOLDER}: made. Put Meta's token and secret into whatsapp_token and whatsapp_app_secret.`);
  console.log('backup_identity opens backups: take a copy to a safe place, apart from them.');
  return 0;
}
