import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { CreationOptions, RequestOptions } from '../src/factors/passkeys.ts';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED_DATA = 0x40;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const text = (data: Buffer) => data.toString('base64url');

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  return size < 256
    ? Buffer.from([(major << 5) | 24, size])
    : Buffer.from([(major << 5) | 25, size >> 8, size & 0xff]);
}

/** The CBOR (RFC 8949) of the few kinds of value that WebAuthn needs. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as never)]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

/** A passkey in memory with a real ES256 key: what it returns has to stand the real verification. */
export class Authenticator {
  readonly #pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly id = randomBytes(16);
  readonly origin: string;
  counter = 0;

  constructor(origin = 'http://localhost:8080') {
    this.origin = origin;
  }

  #client(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  #data(rpId: string, flags: number, attested = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, attested]);
  }

  #answer<R>(response: R) {
    return { id: text(this.id), rawId: text(this.id), type: 'public-key' as const, response };
  }

  /** Answers `navigator.credentials.create()`. */
  create(
    options: Pick<CreationOptions, 'challenge'> & { rp: { id: string } },
    change: { rpId?: string; challenge?: string } = {},
  ) {
    const { x = '', y = '' } = this.#pair.publicKey.export({ format: 'jwk' });
    const key = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const length = Buffer.from([0, this.id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, key]);
    const flags = USER_PRESENT | USER_VERIFIED | ATTESTED_DATA;
    const authData = this.#data(change.rpId ?? options.rp.id, flags, attested);
    const attestation = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    return this.#answer({
      clientDataJSON: text(this.#client('webauthn.create', change.challenge ?? options.challenge)),
      attestationObject: text(attestation),
      transports: ['internal'],
    });
  }

  /** Answers `navigator.credentials.get()`; its counter grows each time. */
  get(options: RequestOptions, change: { rpId?: string; challenge?: string } = {}) {
    this.counter += 1;
    const client = this.#client('webauthn.get', change.challenge ?? options.challenge);
    const data = this.#data(change.rpId ?? options.rpId, USER_PRESENT | USER_VERIFIED);
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(client)]))
      .sign(this.#pair.privateKey);
    return this.#answer({
      clientDataJSON: text(client),
      authenticatorData: text(data),
      signature: text(signature),
    });
  }
}
