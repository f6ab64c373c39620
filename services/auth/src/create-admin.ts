import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { parseConfig } from '@gerbang/service-kit/program/config';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { createOutbox } from '@gerbang/service-kit/events/outbox';
import { issuesOf, Problem } from '@gerbang/service-kit/http/problems';
import { createSealer } from '@gerbang/service-kit/data/sealing';
import { ZodError } from 'zod';
import { createAdministrator } from './users/administrator.ts';
import { storeSchema } from './config.ts';
import { PasswordHasher } from './passwords/password-hasher.ts';
import { typedPassword } from './passwords/typed-password.ts';

const USAGE = 'create-admin --email a@b.id --name "Nama" [--phone 08…] [< file with the password]';

/** Program: makes an administrator. A password on standard input is taken, else one is made and printed once. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { email: { type: 'string' }, name: { type: 'string' }, phone: { type: 'string' } },
  });
  const { email, name, phone } = values;
  if (!email || !name) throw new Error(USAGE);
  const config = parseConfig(storeSchema);
  const typed = await typedPassword(process.stdin);
  const password = typed || randomBytes(12).toString('base64url');
  const database = createDatabase(config.DATABASE_URL, { name: 'auth-create-admin', max: 2 });
  try {
    const outbox = createOutbox(createSealer(config.BUS_KEYS));
    const hasher = await PasswordHasher.create(config.PASSWORD_PEPPER, 1);
    const account = await createAdministrator(database, outbox, hasher, { email, name, phone, password });
    process.stdout.write(`Administrator ${account.email} made.\n`);
    if (!typed) process.stdout.write(`Temporary password: ${password}\n`);
    process.stdout.write('The password must be changed at the first login.\n');
  } finally {
    await database.close();
  }
}

main().catch((error: unknown) => {
  const lines =
    error instanceof ZodError || error instanceof Problem
      ? (error instanceof ZodError ? issuesOf(error) : (error.issues ?? [])).map(
          (issue) => `${issue.path}: ${issue.message}`,
        )
      : [];
  process.stderr.write(`${lines.join('\n') || (error instanceof Error ? error.message : String(error))}\n`);
  process.exitCode = 1;
});
