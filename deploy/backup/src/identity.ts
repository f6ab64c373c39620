import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';

/** A pair of keys for archives: the identity opens what was encrypted for the recipient. */
export interface BackupKeys {
  readonly identity: string;
  readonly recipient: string;
}

/** Makes random keys. */
export async function newKeys(): Promise<BackupKeys> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** The keys of a local run, made once beside its other secrets and readable only by their owner. */
export async function localKeys(dataDir: string): Promise<BackupKeys> {
  const file = join(dataDir, 'backup-identity.txt');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    // `wx`: of two processes at once one writes the file, and the other reads it.
    try {
      writeFileSync(file, `${(await newKeys()).identity}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  const identity = readFileSync(file, 'utf8').trim();
  return { identity, recipient: await identityToRecipient(identity) };
}
