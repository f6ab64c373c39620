import { sameHash, keyedHash } from '../data/keyed-hash.ts';

const LIFE_MS = 30 * 60_000;
const FORM = /^(?<until>\d{13})\.(?<family>[0-9a-f-]{36})\.(?<sign>[\w-]{43})$/u;

/** What a token says: this member of staff has opened this family. */
interface Opening {
  readonly staff: string;
  readonly family: string;
}

const signOf = (key: string, { staff, family }: Opening, until: number): Buffer =>
  keyedHash(Buffer.from(key))('counter-token', `${staff}:${family}:${until}`);

/** Opens a family to a member of staff for 30 minutes. The token is signed by the services' shared key and stored nowhere. */
export function counterToken(
  key: string,
  opening: Opening,
  now: Date,
): { readonly token: string; readonly expires_at: string } {
  const until = now.getTime() + LIFE_MS;
  const sign = signOf(key, opening, until).toString('base64url');
  return { token: `${until}.${opening.family}.${sign}`, expires_at: new Date(until).toISOString() };
}

/** The family that a token opens to this member of staff now; null for another's, an expired and a made-up one. */
export function openedFamily(key: string, staff: string, token: unknown, now: Date): string | null {
  const found = typeof token === 'string' ? FORM.exec(token)?.groups : undefined;
  if (!found?.family || !found.sign) return null;
  const { family, sign } = found;
  const until = Number(found.until);
  if (until <= now.getTime()) return null;
  return sameHash(signOf(key, { staff, family }, until), Buffer.from(sign, 'base64url')) ? family : null;
}
