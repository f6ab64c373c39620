import * as accounts from './accounts.ts';
import type { Endpoint } from './endpoint.ts';

/** Every call of the product; a call that is not here does not exist. */
export const endpoints: readonly Endpoint[] = [
  accounts.getUser,
  accounts.login,
  accounts.register,
  accounts.logout,
  accounts.changePassword,
  accounts.forgotPassword,
  accounts.verifyResetToken,
  accounts.resetPassword,
  accounts.listUsers,
  accounts.createUser,
  accounts.updateUser,
  accounts.deleteUser,
  accounts.revokeSessions,
];
