import type { Registration } from '@gerbang/contracts/registrations';
import { fileIdOf } from '@gerbang/contracts/files';
import { payRegistrations } from '@gerbang/contracts/registration-payments';
import type { Caller, Door } from './door.ts';
import { makeRegistration, proofForm, upload } from './families.ts';
import { uploaded } from './upload-calls.ts';

/** So many registrations of one family, none of them paid. */
export async function openFees(door: Door, family: Caller, count = 2): Promise<Registration[]> {
  const made: Registration[] = [];
  while (made.length < count) made.push(await makeRegistration(door, family));
  return made;
}

/** Sends one slip for these fees. */
export const payTogether = (
  door: Door,
  family: Caller,
  fees: readonly { readonly id: string }[],
  link: string,
  change: Record<string, unknown> = {},
) =>
  door.call(payRegistrations, family, {
    body: proofForm(link, { registration_ids: fees.map(({ id }) => id), ...change }),
  });

/** A family whose fees wait with one slip; its file has these bytes, or none where none are given. */
export async function paidTogether(door: Door, count = 2, bytes?: Buffer, caller?: Caller) {
  const family = caller ?? (await door.caller());
  const fees = await openFees(door, family, count);
  const link = bytes ? await uploaded(door, family, bytes, { name: 'slip.png' }) : await upload(door, family);
  const answer = await payTogether(door, family, fees, link);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return { family, fees, link, fileId: String(fileIdOf(link)) };
}
