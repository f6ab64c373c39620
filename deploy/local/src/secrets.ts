import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Everything secret of one local installation, made at its first start and kept. */
export type Secrets = ReturnType<typeof makeSecrets>;

/** Reads the secrets of the folder, or makes them; readable by their owner alone. */
export function loadSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {};
  // A folder of an older version keeps what it has, which its data is sealed with, and gets what came since.
  const secrets = { ...makeSecrets(), ...known };
  if (Object.keys(secrets).length === Object.keys(known).length) return secrets;
  mkdirSync(dataDir, { recursive: true });
  const part = `${file}.${process.pid}`;
  writeFileSync(part, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(part, file); // whole or not at all: half a file would lock the data away
  return secrets;
}

/** New secrets, all of them random. */
export function makeSecrets() {
  return {
    ownerPassword: token(24),
    databaseKey: token(32),
    busKeys: `k1:${key()}`,
    columnKeys: `k1:${key()}`,
    identitySecrets: `k1:${key()}`,
    passwordPepper: key(),
    codeKey: key(),
    contactCodeKey: key(),
    blindIndexKey: key(),
    auditKey: key(),
    internalKey: key(),
    sessionSecret: key(),
    whatsappToken: token(24),
    whatsappAppSecret: token(24),
    whatsappVerifyToken: token(24),
    mailWebhookSecret: token(24),
  };
}

/** The password of one database's role, always the same for one installation. */
export function databasePassword(secrets: Secrets, database: string): string {
  return createHmac('sha256', secrets.databaseKey).update(database).digest('base64url');
}

function key(): string {
  return randomBytes(32).toString('base64');
}

function token(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}
