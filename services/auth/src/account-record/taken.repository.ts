import type { Db } from '@gerbang/service-kit/data/database';
import { conflict, isUniqueViolation } from './conflicts.ts';
import { holdersOf } from './holders.repository.ts';

const EMAIL_TAKEN = { path: 'email', message: 'Email sudah terdaftar' };
const phoneTaken = (path: string) => ({ path, message: 'Nomor telepon sudah terdaftar' });

/** Throws 409 with an issue each for the e-mail and the phone that another account has. */
export async function refuseTaken(
  db: Db,
  wanted: { email?: string; phone?: string | null },
  phoneField: string,
  { self, unprovedToo = true }: { readonly self?: string; readonly unprovedToo?: boolean } = {},
): Promise<void> {
  const emailOwner = wanted.email
    ? await db('users')
        .select('id')
        .where('email', wanted.email)
        .whereNull('deleted_at')
        .first<{ id: string }>()
    : undefined;
  const held = wanted.phone ? await holdersOf(db, wanted.phone) : [];
  refuse(phoneField, {
    email: emailOwner !== undefined && emailOwner.id !== self,
    phone: held.some(({ id, proved }) => id !== self && (proved || unprovedToo)),
  });
}

/** Throws 409 with an issue for each that is taken. */
export function refuse(
  phoneField: string,
  taken: { readonly email: boolean; readonly phone: boolean },
): void {
  const issues = [...(taken.email ? [EMAIL_TAKEN] : []), ...(taken.phone ? [phoneTaken(phoneField)] : [])];
  const [first] = issues;
  if (first) throw conflict(first === EMAIL_TAKEN ? 'email_taken' : 'phone_taken', first.message, issues);
}

/** Whether the database refused a phone number because another account logs in with it. */
export function isPhoneViolation(error: unknown): boolean {
  return ['users_phone_active', 'login_phones_free', 'login_phones_phone_key'].some((name) =>
    isUniqueViolation(error, name),
  );
}

/** Runs a write; one that loses a race for an e-mail or a phone throws the same 409 as `refuseTaken`. */
export async function orTaken<T>(phoneField: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_active')) {
      throw conflict('email_taken', EMAIL_TAKEN.message, [EMAIL_TAKEN]);
    }
    if (isPhoneViolation(error)) {
      const issue = phoneTaken(phoneField);
      throw conflict('phone_taken', issue.message, [issue]);
    }
    throw error;
  }
}
