import { createHash, createHmac, type KeyObject, sign, verify } from 'node:crypto';
import { inJakarta } from '@gerbang/domain/jakarta-time';
import { sameHash } from '../data/keyed-hash.ts';

/*
 * Signatures of SNAP BI, the national standard of open payment interfaces: "Standar Teknis dan Keamanan" 1.0.1 of Bank
 * Indonesia and ASPI (apidevportal.aspi-indonesia.or.id), with the public texts of Faspay ("Signature SNAP",
 * docs.faspay.co.id), DOKU ("Symmetric Signature", developers.doku.com), Winpay ("Signature Generation", "Signature
 * Callback Validation", docs.winpay.id) and Midtrans ("Signature Generation", docs.midtrans.com). Looked up 2026-11-29.
 */

/** A call as SNAP signs it. */
export interface SnapCall {
  /** In capitals. */
  readonly method: string;
  /** From the slash on, as the provider knows it, with a query where there is one. */
  readonly path: string;
  /** Without `Bearer `; absent where the provider signs without one (Faspay and Winpay do). */
  readonly token?: string;
  /** The body exactly as it is on the line; empty without one. */
  readonly raw: Uint8Array;
  /** The text of X-TIMESTAMP. */
  readonly timestamp: string;
}

const [TAB, NEW_LINE, RETURN, SPACE, QUOTE, BACKSLASH] = [0x09, 0x0a, 0x0d, 0x20, 0x22, 0x5c];

/**
 * The bytes of a JSON text without the white space outside its strings. Nothing is parsed and printed anew: `350000.00`,
 * escapes and the order of names stay as they came.
 */
export function minify(raw: Uint8Array): Buffer {
  const out = Buffer.allocUnsafe(raw.length);
  let length = 0;
  let inString = false;
  let escaped = false;
  for (const byte of raw) {
    if (inString) {
      inString = escaped || byte !== QUOTE;
      escaped = !escaped && byte === BACKSLASH;
    } else if (byte === SPACE || byte === NEW_LINE || byte === RETURN || byte === TAB) continue;
    else inString = byte === QUOTE;
    out[length] = byte;
    length += 1;
  }
  return out.subarray(0, length);
}

/** `METHOD:path:[token:]lowerhex(sha256(minify(body))):timestamp`. */
export function stringToSign({ method, path, token, raw, timestamp }: SnapCall): string {
  const digest = createHash('sha256').update(minify(raw)).digest('hex');
  return [method, path, ...(token === undefined ? [] : [token]), digest, timestamp].join(':');
}

/** What the call for a token signs, always by RSA. */
export const tokenText = (clientKey: string, timestamp: string): string => `${clientKey}|${timestamp}`;

/** HMAC-SHA512 under the client secret, in base64. */
export const signHmac = (secret: string, text: string): string =>
  createHmac('sha512', secret).update(text).digest('base64');

/** SHA256withRSA (PKCS #1 v1.5), in base64. */
export const signRsa = (key: KeyObject, text: string): string =>
  sign('sha256', Buffer.from(text), key).toString('base64');

/** Whether the signature is exactly the HMAC of the text; in constant time. */
export const isHmac = (secret: string, text: string, signature: string): boolean =>
  sameHash(Buffer.from(signature), Buffer.from(signHmac(secret, text)));

/**
 * Whether one of the keys made the signature: two count while a provider changes its own. Another spelling of the same
 * bytes (white space, base64url, spare bits) is refused, so that no byte of a signature may be changed.
 */
export function isRsa(keys: readonly KeyObject[], text: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64');
  if (bytes.toString('base64') !== signature) return false;
  return keys.some((key) => verify('sha256', Buffer.from(text), key, bytes));
}

/** X-TIMESTAMP of a moment: `2026-11-29T14:30:00+07:00`. */
export const snapTimestamp = (moment: Date): string => `${inJakarta(moment).slice(0, 19)}+07:00`;

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/u;
const TOLERANCE_MS = 5 * 60_000;

/** Whether X-TIMESTAMP is readable and at most five minutes away from now, before or after. */
export function isTimely(timestamp: string, now: Date): boolean {
  if (!TIMESTAMP.test(timestamp)) return false;
  return Math.abs(Date.parse(timestamp) - now.getTime()) <= TOLERANCE_MS;
}
