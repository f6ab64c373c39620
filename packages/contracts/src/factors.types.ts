import type { z } from 'zod';
import type { login } from './accounts.ts';
import type * as factors from './factors.ts';
import type * as proofs from './proofs.ts';
import type { sessionSchema } from './sessions.ts';

/** Shapes of the calls about factors and sessions without their schemas, for programs that must not carry zod. */
export type Factor = z.output<typeof factors.factorSchema>;
export type FactorList = z.output<(typeof factors.listFactors)['response'][200]>;
export type TotpSetup = z.output<(typeof factors.beginTotp)['response'][201]>;
export type SecondStep = Extract<z.output<(typeof login)['response'][202]>, { factor_required: true }>;
export type LoginFactorBody = z.input<(typeof factors.loginFactor)['body']>;
export type FreshProofs = z.output<(typeof factors.proveFresh)['response'][202]>;
export type FreshProofBody = z.input<(typeof factors.proveFresh)['body']>;
export type NewCredential = z.input<typeof proofs.newCredential>;
export type CredentialProof = z.input<typeof proofs.credentialProof>;
export type CreationOptions = z.output<typeof proofs.creationOptions>;
export type RequestOptions = z.output<typeof proofs.requestOptions>;
export type OwnSession = z.output<typeof sessionSchema>;
