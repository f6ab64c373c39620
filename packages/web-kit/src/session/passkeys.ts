import type {
  CreationOptions,
  CredentialProof,
  NewCredential,
  RequestOptions,
} from '@gerbang/contracts/proofs';

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

type Known = CreationOptions['excludeCredentials'][number];

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
    authenticatorAttachment: authenticatorAttachment as NewCredential['authenticatorAttachment'],
  };
}

/*
 * The browser's own conversions from and to JSON are not used: they are missing in browsers of 2024, and password
 * managers that stand in for the browser return credentials without `toJSON`.
 */

/** Has the browser make a passkey; null if the user cancelled. An `InvalidStateError` says that it has one already. */
export async function createPasskey(options: CreationOptions): Promise<NewCredential | null> {
  const made = await unlessCancelled(
    navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: bytesOf(options.challenge),
        user: { ...options.user, id: bytesOf(options.user.id) },
        excludeCredentials: options.excludeCredentials.map(descriptorOf),
      },
    }),
  );
  if (!made) return null;
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    ...common(made),
    response: {
      clientDataJSON: base64urlOf(response.clientDataJSON),
      attestationObject: base64urlOf(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  };
}

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
