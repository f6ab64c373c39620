import type { z } from 'zod';
import type * as accounts from './accounts.ts';

/** Shapes of the account calls without their schemas, for programs that must not carry zod. */
export type User = z.output<typeof accounts.userSchema>;
export type LoginBody = z.input<(typeof accounts.login)['body']>;
export type RegisterBody = z.input<(typeof accounts.register)['body']>;
export type ChangePasswordBody = z.input<(typeof accounts.changePassword)['body']>;
export type ResetPasswordBody = z.input<(typeof accounts.resetPassword)['body']>;
export type VerifyResetTokenBody = z.input<(typeof accounts.verifyResetToken)['body']>;
export type VerifyResetTokenAnswer = z.output<(typeof accounts.verifyResetToken)['response'][200]>;
export type SuccessAnswer = z.output<(typeof accounts.resetPassword)['response'][200]>;
export type CreateUserBody = z.input<(typeof accounts.createUser)['body']>;
export type UpdateUserBody = z.input<(typeof accounts.updateUser)['body']>;
