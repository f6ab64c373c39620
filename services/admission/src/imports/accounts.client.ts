import * as calls from '@gerbang/contracts/internal-calls';
import { callOrRefuse } from '@gerbang/service-kit/http/internal';
import type { z } from 'zod';
import type { Context } from '../context.ts';

const LONG_MS = 20_000;

const at = ({ config }: Pick<Context, 'config'>, requestId: string, limitMs?: number) => ({
  origin: config.AUTH_URL,
  key: config.INTERNAL_KEY,
  requestId,
  ...(limitMs !== undefined && { limitMs }),
});

/** The account of a family of a list; 409 for a number of staff. */
export const makeAccount = (
  context: Context,
  family: z.input<typeof calls.makeImportedFamily.body>,
  requestId: string,
): Promise<z.output<typeof calls.makeImportedFamily.response>> =>
  callOrRefuse(calls.makeImportedFamily, at(context, requestId), family);

/** Closes accounts that an import made; those that have a password stay. */
export const endAccounts = (
  context: Context,
  ended: z.input<typeof calls.endImportedFamilies.body>,
  requestId: string,
): Promise<z.output<typeof calls.endImportedFamilies.response>> =>
  callOrRefuse(calls.endImportedFamilies, at(context, requestId), ended);

/** Invites families of a list, or sends the test. */
export const inviteAccounts = (
  context: Context,
  invited: z.input<typeof calls.inviteImportedFamilies.body>,
  requestId: string,
): Promise<z.output<typeof calls.inviteImportedFamilies.response>> =>
  callOrRefuse(calls.inviteImportedFamilies, at(context, requestId, LONG_MS), invited);
