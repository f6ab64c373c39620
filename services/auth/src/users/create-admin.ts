import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { createSealer } from '@gerbang/service-kit/data/sealing';
import { createOutbox } from '@gerbang/service-kit/events/outbox';
import { issuesOf, Problem } from '@gerbang/service-kit/http/problems';
import { program, ProgramError } from '@gerbang/service-kit/program/programs';
import { ZodError } from 'zod';
import { storeSchema } from '../config.ts';
import { PasswordHasher } from '../account-record/password-hasher.ts';
import { typedPassword } from './typed-password.ts';
import { createAdministrator } from './create-administrator.ts';

const USAGE = 'create-admin --email a@b.id --name "Nama" [--phone 08…] [< file with the password]';

/** The refused values of an error, one per line, if it has them. */
function readable(error: unknown): unknown {
  if (!(error instanceof ZodError || error instanceof Problem)) return error;
  const issues = error instanceof ZodError ? issuesOf(error) : (error.issues ?? []);
  const lines = issues.map(({ path, message }) => `${path}: ${message}`);
  return new ProgramError(lines.join('\n') || error.message);
}

/** Creates an administrator with the password from standard input, else with a random one that is printed once. */
export const createAdmin = program(storeSchema, async ({ config, database, args, say }) => {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args: [...args], options: { email: text, name: text, phone: text } });
  const { email, name, phone } = values;
  if (!email || !name) throw new ProgramError(USAGE);
  const typed = await typedPassword(process.stdin);
  const password = typed || randomBytes(12).toString('base64url');
  const outbox = createOutbox(createSealer(config.BUS_KEYS));
  const hasher = await PasswordHasher.create(config.PASSWORD_PEPPER, 1);
  const account = await createAdministrator(database, outbox, hasher, { email, name, phone, password }).catch(
    (error: unknown) => {
      throw readable(error);
    },
  );
  say(`Administrator ${account.email} made.`);
  if (!typed) say(`Temporary password: ${password}`);
  say('The password must be changed at the first login.');
});
