/** Lengths of passwords in code points after NFKC. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
export const TEMPORARY_PASSWORD_MIN = 6;

/** The identifiers of the password's owner; none of them may be the password. */
export interface PasswordOwner {
  readonly name?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
}

/** Passwords are compared and hashed in one spelling: NFKC, never trimmed. */
export function normalizePassword(typed: string): string {
  return typed.normalize('NFKC');
}

/** Length in code points of the normalised password. */
export function passwordLength(typed: string): number {
  return [...normalizePassword(typed)].length;
}

function comparable(text: string): string {
  return normalizePassword(text).toLowerCase().replace(/\s+/gu, '');
}

/** Whether the password is the owner's own name, e-mail (or its part before the @) or phone in any spelling. */
export function isOwnData(typed: string, owner: PasswordOwner): boolean {
  const password = comparable(typed);
  const own = [owner.name, owner.email, owner.email?.split('@')[0]]
    .filter((text): text is string => Boolean(text))
    .map(comparable)
    .filter((text) => text.length > 0);
  if (own.includes(password)) return true;
  if (!owner.phone || !/^[+\d().-]+$/u.test(password)) return false;
  const local = (text: string) => text.replace(/\D/gu, '').replace(/^(0|62)+/u, '');
  return local(password) !== '' && local(password) === local(owner.phone);
}

/** Whether the password is on the list of the commonest (`common` holds lower-case entries). */
export function isCommon(typed: string, common: ReadonlySet<string>): boolean {
  return common.has(normalizePassword(typed).toLowerCase());
}
