import type { ProblemCode } from '@gerbang/contracts/problem';
import { keyedHash } from '@gerbang/service-kit/data/keyed-hash';
import { conflict, unprocessable } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import type { ParentRecord } from './parents.repository.ts';

/** Refuses with 422 at a field. */
export function refuse(code: ProblemCode, path: string, message: string): never {
  throw unprocessable(code, message, [{ path, message }]);
}

/** The profile with a number that can be verified: 422 without a number, 409 where it is verified already. */
export function withPhone(
  record: ParentRecord | undefined,
): ParentRecord & { readonly contact_phone: string } {
  const phone = record?.contact_phone ?? null;
  if (!record || phone === null) {
    refuse('no_contact_phone', 'contact_phone', 'Simpan nomor kontak terlebih dahulu');
  }
  if (record.contact_phone_verified_at !== null) {
    throw conflict('already_verified', 'Nomor kontak ini sudah terverifikasi.');
  }
  return { ...record, contact_phone: phone };
}

/** The hash that a code is stored as. */
export const codeHash = (context: Context, userId: string, phone: string, code: string, salt: Buffer) =>
  keyedHash(context.config.CODE_KEY)('contact-code', `${userId}:${phone}:${code}`, salt);
