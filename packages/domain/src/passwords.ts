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

/** What families and staff of a school think of first; a year or a sign at either end makes it no better. */
const SCHOOL_WORDS =
  /^(?:ppdb|spmb|psb|sekolah|yayasan|pendaftaran|daftar|ulang|gerbang|murid|siswa|siswi|santri|guru|kelas|wali|orang|tua|ortu|ayah|bunda|ibu|anak|admin|keuangan|tatausaha|kb|tk|sd|smp|paud|[\W_])+$/u;
const ENDS = /^[\d\W_]+|[\d\W_]+$/gu;

/**
 * Whether the password is on the list of the commonest (`common` holds lower-case entries), one character again and
 * again, or made of a school's own words and figures (NIST SP 800-63B, 5.1.1.2: context-specific words).
 */
export function isCommon(typed: string, common: ReadonlySet<string>): boolean {
  const password = normalizePassword(typed).toLowerCase();
  const [first = ''] = password;
  if (common.has(password) || password === first.repeat(password.length / first.length)) return true;
  const words = password.replace(ENDS, '');
  return words !== '' && SCHOOL_WORDS.test(words);
}
