import { readFileSync } from 'node:fs';
import { isCommon, isOwnData, type PasswordOwner } from '@gerbang/domain/passwords';
import { unprocessable } from '@gerbang/service-kit/http/problems';

/** Reads the list of the commonest passwords, one per line, in lower case. */
export function readCommonPasswords(file: string | URL): ReadonlySet<string> {
  return new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean));
}

/** Refuses a password that is among the commonest. */
export function refuseCommon(password: string, field: string, common: ReadonlySet<string>): void {
  if (!isCommon(password, common)) return;
  const message = 'Password terlalu umum';
  throw unprocessable('password_common', message, [{ path: field, message }]);
}

/** Refuses a password that is the owner's name, e-mail or phone. */
export function refuseOwnData(password: string, field: string, owner: PasswordOwner): void {
  if (!isOwnData(password, owner)) return;
  const message = 'Password tidak boleh sama dengan nama, email, atau nomor telepon';
  throw unprocessable('password_own_data', message, [{ path: field, message }]);
}
