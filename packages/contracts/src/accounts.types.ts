import type { z } from 'zod';
import type * as accounts from './accounts.ts';
import type * as passwords from './passwords.ts';
import type * as users from './users.ts';

/** Shapes of the account calls without their schemas, for programs that must not carry zod. */
export type User = z.output<typeof users.userSchema>;
/** A place in the line of logins. */
export type InLine = Extract<z.output<(typeof accounts.login)['response'][202]>, { ticket: string }>;
export type LoginBody = z.input<(typeof accounts.login)['body']>;
export type RegisterBody = z.input<(typeof accounts.register)['body']>;
export type ChangePasswordBody = z.input<(typeof passwords.changePassword)['body']>;
export type CreateUserBody = z.input<(typeof users.createUser)['body']>;
export type UpdateUserBody = z.input<(typeof users.updateUser)['body']>;
