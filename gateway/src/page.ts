import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const NONCE = '__CSP_NONCE__';
const PUBLIC = '__GERBANG_PUBLIC__';
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const SPEED = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

export interface PublicInfo {
  readonly name?: string;
  readonly whatsapp?: string;
}

/** JSON that cannot end the script element it stands in. */
function publicJson({ name, whatsapp }: PublicInfo): string {
  return JSON.stringify({ name: name ?? '', contact: { whatsapp: whatsapp ?? null } }).replaceAll(
    '<',
    '\\u003c',
  );
}

/** The one HTML page, with a fresh nonce an answer; read again after a new build. */
export function createPage(file: string, info: PublicInfo) {
  let parts: string[] = [];
  let read = -1;
  const json = publicJson(info);

  function template(): string[] {
    const changed = statSync(file).mtimeMs;
    if (changed !== read) {
      parts = readFileSync(file, 'utf8').split(PUBLIC).join(json).split(NONCE);
      read = changed;
    }
    return parts;
  }

  return async (accepted: string): Promise<{ nonce: string; body: Buffer; encoding?: string }> => {
    const nonce = randomBytes(16).toString('base64url');
    const html = Buffer.from(template().join(nonce));
    if (/\bbr\b/u.test(accepted)) return { nonce, body: await brotli(html, SPEED), encoding: 'br' };
    if (/\bgzip\b/u.test(accepted)) return { nonce, body: await zip(html), encoding: 'gzip' };
    return { nonce, body: html };
  };
}
