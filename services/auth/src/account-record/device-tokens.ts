import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { secretKey } from '@gerbang/service-kit/data/keyed-hash';

const DAYS_180_MS = 180 * 24 * 3600 * 1000;
/** Accounts of one browser: a family shares a phone. */
const MAX_ACCOUNTS = 5;
const ID_BYTES = 16;
const TIME_BYTES = 6;
const ENTRY_BYTES = 2 * ID_BYTES + TIME_BYTES;
const MAC_BYTES = 32;

/** An account that logged in from the browser, under a random id of its own, and when it last did. */
export interface Entry {
  readonly account: string;
  readonly device: string;
  readonly at: number;
}

const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex');

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
}

/**
 * Signs and reads device tokens, which a browser keeps from its logins as a cookie. A token holds up to five accounts,
 * the oldest first; it opens nothing, it only lets the tries of its browser count apart from everybody's.
 */
export class DeviceTokens {
  readonly #key: Buffer;
  readonly #now: () => Date;

  constructor(codeKey: Buffer, now: () => Date) {
    this.#key = Buffer.from(hkdfSync('sha256', codeKey, '', 'device tokens', 32));
    this.#now = now;
  }

  /** The device id of the account in this browser; undefined unless the account logged in here in the last 180 days. */
  deviceOf(token: string | undefined, account: string): string | undefined {
    return this.#read(token).find((entry) => entry.account === account)?.device;
  }

  /** Whether any account logged in here in the last 180 days. */
  isKnown(token: string | undefined): boolean {
    return this.#read(token).length > 0;
  }

  /** The accounts that logged in here in the last 180 days, each with its device id. */
  entriesOf(token: string | undefined): readonly Entry[] {
    return this.#read(token);
  }

  /** The browser's next token, after a login of the account: its other accounts stay, over five the oldest goes. */
  afterLogin(token: string | undefined, account: string): string {
    const entries = this.#read(token);
    const present = entries.find((entry) => entry.account === account);
    const device = present?.device ?? randomBytes(ID_BYTES).toString('hex');
    const others = entries.filter((entry) => entry !== present).slice(1 - MAX_ACCOUNTS);
    return this.#sign([...others, { account, device, at: this.#now().getTime() }]);
  }

  #sign(entries: readonly Entry[]): string {
    const body = Buffer.concat(
      entries.map(({ account, device, at }) => {
        const time = Buffer.alloc(TIME_BYTES);
        time.writeUIntBE(at, 0, TIME_BYTES);
        return Buffer.concat([bytesOf(account), Buffer.from(device, 'hex'), time]);
      }),
    );
    return Buffer.concat([body, this.#mac(body)]).toString('base64url');
  }

  #read(token: string | undefined): Entry[] {
    if (!token) return [];
    const bytes = Buffer.from(token, 'base64url');
    const length = bytes.length - MAC_BYTES;
    if (length <= 0 || length % ENTRY_BYTES !== 0) return [];
    const body = bytes.subarray(0, length);
    if (!timingSafeEqual(bytes.subarray(length), this.#mac(body))) return [];
    const since = this.#now().getTime() - DAYS_180_MS;
    return Array.from({ length: length / ENTRY_BYTES }, (_, index) => {
      const entry = body.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES);
      return {
        account: uuidOf(entry.subarray(0, ID_BYTES)),
        device: entry.subarray(ID_BYTES, 2 * ID_BYTES).toString('hex'),
        at: entry.readUIntBE(2 * ID_BYTES, TIME_BYTES),
      };
    }).filter(({ at }) => at > since);
  }

  #mac(body: Buffer): Buffer {
    return createHmac('sha256', secretKey(this.#key)).update(body).digest();
  }
}
