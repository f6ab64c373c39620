import type { CredentialProof, RequestOptions } from '@gerbang/contracts/factors.types';

/** Whether this browser knows passkeys; it does so on https and on localhost only. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function base64urlOf(bytes: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

type Known = RequestOptions['allowCredentials'][number];

function descriptorOf({ id, type, transports }: Known): PublicKeyCredentialDescriptor {
  return {
    id: bytesOf(id),
    type,
    ...(transports ? { transports: transports as AuthenticatorTransport[] } : {}),
  };
}

/** Null where the user closed the browser's question, or let it time out: that is no error. */
async function unlessCancelled(ask: Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await ask) as PublicKeyCredential | null;
  } catch (error) {
    if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)) return null;
    throw error;
  }
}

function common({ id, rawId, authenticatorAttachment }: PublicKeyCredential) {
  return {
    id,
    rawId: base64urlOf(rawId),
    type: 'public-key' as const,
    authenticatorAttachment: authenticatorAttachment as CredentialProof['authenticatorAttachment'],
  };
}

/*
 * The browser's own conversions from and to JSON are not used: they are missing in browsers of 2024, and password
 * managers that stand in for the browser return credentials without `toJSON`.
 */

/** Has the user prove himself by a passkey; null if he cancelled. */
export async function provePasskey(options: RequestOptions): Promise<CredentialProof | null> {
  const given = await unlessCancelled(
    navigator.credentials.get({
      publicKey: {
        ...options,
        challenge: bytesOf(options.challenge),
        allowCredentials: options.allowCredentials.map(descriptorOf),
      },
    }),
  );
  if (!given) return null;
  const response = given.response as AuthenticatorAssertionResponse;
  return {
    ...common(given),
    response: {
      clientDataJSON: base64urlOf(response.clientDataJSON),
      authenticatorData: base64urlOf(response.authenticatorData),
      signature: base64urlOf(response.signature),
      userHandle: response.userHandle && base64urlOf(response.userHandle),
    },
  };
}
