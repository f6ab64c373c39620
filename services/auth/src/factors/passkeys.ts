import { randomBytes } from 'node:crypto';
import type {
  creationOptions,
  credentialProof,
  newCredential,
  requestOptions,
} from '@gerbang/contracts/proofs';
import { once } from '@gerbang/domain/once';
import type { z } from 'zod';
import type { Account } from '../account-record/users.repository.ts';
import type { Context } from '../context.ts';
import type { Factor } from '../account-record/factors.repository.ts';

export type CreationOptions = z.output<typeof creationOptions>;
export type RequestOptions = z.output<typeof requestOptions>;
export type NewCredential = z.output<typeof newCredential>;
export type CredentialProof = z.output<typeof credentialProof>;

// Loaded with the first passkey: its certificates take memory that a school without passkeys need not spend.
const webauthn = once(() => import('@simplewebauthn/server'));

const TIMEOUT_MS = 5 * 60_000;
// The password is the first factor; the device need not ask for its own PIN on top, though most do.
const VERIFICATION = 'preferred';

type KnownPasskey = Pick<Factor, 'credential_id' | 'transports'>;

const known = (factors: readonly KnownPasskey[]) =>
  factors.flatMap((factor) =>
    factor.credential_id === null
      ? []
      : [
          {
            id: factor.credential_id,
            type: 'public-key' as const,
            transports: factor.transports?.split(' ') ?? [],
          },
        ],
  );

/** The passkeys of one address: browsers bind them to its host. */
export class Passkeys {
  readonly #origin: string;
  readonly #rpId: string;

  constructor(publicOrigin: string) {
    const { origin, hostname } = new URL(publicOrigin);
    this.#origin = origin;
    this.#rpId = hostname;
  }

  /** What the browser needs to make a passkey for the account beside those it has. */
  async creationOptions(account: Account, factors: readonly Factor[]): Promise<CreationOptions> {
    const { generateRegistrationOptions } = await webauthn();
    const options = await generateRegistrationOptions({
      rpName: this.#rpId,
      rpID: this.#rpId,
      userID: new TextEncoder().encode(account.id),
      userName: account.email,
      userDisplayName: account.name ?? account.email,
      timeout: TIMEOUT_MS,
      attestationType: 'none',
      excludeCredentials: known(factors),
      authenticatorSelection: { residentKey: 'preferred', userVerification: VERIFICATION },
    });
    return options as CreationOptions;
  }

  /** What the browser needs to use one of these passkeys for the challenge; null where there is none. */
  async requestOptions(
    factors: readonly KnownPasskey[],
    challenge: Uint8Array<ArrayBuffer> = randomBytes(32),
  ): Promise<RequestOptions | null> {
    const allowCredentials = known(factors);
    if (allowCredentials.length === 0) return null;
    const { generateAuthenticationOptions } = await webauthn();
    const options = await generateAuthenticationOptions({
      rpID: this.#rpId,
      timeout: TIMEOUT_MS,
      userVerification: VERIFICATION,
      allowCredentials,
      challenge,
    });
    return { ...options, allowCredentials } as RequestOptions;
  }

  /** The columns of a new passkey; null when the browser's answer does not hold for the challenge. */
  async verifyNew(credential: NewCredential, challenge: string) {
    const { verifyRegistrationResponse } = await webauthn();
    const verified = await refusedAsNull(
      verifyRegistrationResponse({
        response: browserAnswer(credential),
        expectedChallenge: challenge,
        expectedOrigin: this.#origin,
        expectedRPID: this.#rpId,
        requireUserVerification: false,
      }),
    );
    if (!verified?.verified) return null;
    const { id, publicKey, counter, transports } = verified.registrationInfo.credential;
    return {
      credential_id: id,
      public_key: Buffer.from(publicKey),
      counter,
      transports: transports && transports.length > 0 ? transports.join(' ') : null,
    };
  }

  /** The new counter of a passkey; null when the proof does not hold, also when the counter did not grow. */
  async verifyProof(proof: CredentialProof, factor: Factor, challenge: string): Promise<number | null> {
    if (factor.credential_id === null || factor.public_key === null || factor.counter === null) return null;
    const { verifyAuthenticationResponse } = await webauthn();
    const verified = await refusedAsNull(
      verifyAuthenticationResponse({
        response: browserAnswer(proof),
        expectedChallenge: challenge,
        expectedOrigin: this.#origin,
        expectedRPID: this.#rpId,
        requireUserVerification: false,
        credential: {
          id: factor.credential_id,
          publicKey: new Uint8Array(factor.public_key),
          counter: Number(factor.counter),
        },
      }),
    );
    return verified?.verified ? verified.authenticationInfo.newCounter : null;
  }
}

/** The passkeys of the portal's address. */
export const passkeysOf = ({ config }: Pick<Context, 'config'>) => new Passkeys(config.PUBLIC_ORIGIN);

/** The browser's answer in the library's type, with the one field that is of no use here. */
function browserAnswer(answer: NewCredential | CredentialProof) {
  return { ...answer, clientExtensionResults: {} } as never;
}

/** The library throws for every answer that does not hold. */
async function refusedAsNull<T>(verifying: Promise<T>): Promise<T | null> {
  try {
    return await verifying;
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}
