import type { RequestOptions } from '@gerbang/contracts/proofs';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0)).buffer;

/** Options of a call, as the server sends them. */
export const REQUEST: RequestOptions = {
  challenge: 'AQID-_8',
  rpId: 'localhost',
  timeout: 60_000,
  allowCredentials: [{ id: 'a2V5', type: 'public-key', transports: ['internal'] }],
  userVerification: 'preferred',
};

/** What the fake authenticator gives, as it is sent. */
export const PROOF = {
  id: 'a2V5',
  rawId: 'a2V5',
  type: 'public-key',
  authenticatorAttachment: 'platform',
  response: { clientDataJSON: 'e30', authenticatorData: '-_8', signature: 'c2ln', userHandle: 'dXNlcg' },
};

/** A browser that knows passkeys; `answers` are what its question gives, one a call: a passkey, or an error by its name. */
export function fakePasskeys(...answers: ('given' | 'NotAllowedError' | 'SecurityError')[]) {
  const asked: CredentialRequestOptions[] = [];
  const get = async (options: CredentialRequestOptions) => {
    asked.push(options);
    const answer = answers.shift() ?? 'given';
    if (answer !== 'given') throw new DOMException('', answer);
    return {
      id: 'a2V5',
      rawId: bytes('key'),
      type: 'public-key',
      authenticatorAttachment: 'platform',
      response: {
        clientDataJSON: bytes('{}'),
        authenticatorData: Uint8Array.of(251, 255).buffer,
        signature: bytes('sig'),
        userHandle: bytes('user'),
      },
    };
  };
  Object.assign(globalThis, { PublicKeyCredential: function PublicKeyCredential() {} });
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } });
  return asked;
}

/** A browser that knows no passkeys. */
export function withoutPasskeys(): void {
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
}
