import type { User } from '@gerbang/contracts/users';
import type { Factor } from './factors.repository.ts';
import type { UserRow } from './users.repository.ts';

/** The user in a response, built field by field so that no other column leaks. */
export function toUser(row: UserRow): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    // A wanted number is shown, but no account logs in by it before it is proved.
    contact_phone: row.contact_phone ?? row.pending_phone,
    phone_verified: row.phone_verified_at !== null,
    created_at: new Date(row.created_at).toISOString(),
    must_change_password: row.must_change_password,
  };
}

/** The caller's own user; which address is proved, and which is yet to be, is said only where the portal sends letters. */
export function toOwnUser(row: UserRow, { sendsLetters }: { readonly sendsLetters: boolean }): User {
  if (!sendsLetters) return toUser(row);
  const { email_verified_at, pending_email } = row;
  const email_verified = email_verified_at !== null;
  return { ...toUser(row), email_verified, ...(pending_email !== null && { pending_email }) };
}

/** A factor in a response, built field by field so that no key leaks. */
export const toFactor = (row: Factor) => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  created_at: new Date(row.created_at).toISOString(),
  last_used_at: row.last_used_at && new Date(row.last_used_at).toISOString(),
});
