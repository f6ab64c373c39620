import { createHash, randomBytes } from 'node:crypto';
import { calendarFeed } from '@gerbang/contracts/calendar-links';
import { can } from '@gerbang/domain/abilities';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { notFound } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import { calendarFile } from '../registration-record/calendar-file.ts';
import { endLink, feedOwner, feedSlots, writeLink } from './calendar-links.repository.ts';

const TOKEN_BYTES = 32;
const DAY_MS = 86_400_000;
/** A calendar shows slots of so many days before and after now. */
const SHOWN = { before: 30, after: 180 };

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Makes the caller's secret address, which is shown this once; one that was there ends. */
export async function makeLink({ config, database, now }: Context, caller: Caller) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const created_at = now();
  await database.transaction(async (trx) => {
    await writeLink(trx, { user_id: caller.id, token_hash: hashOf(token), created_at });
    const actor = await actorOf(trx, caller);
    await audit(trx, { action: 'calendar_link.made', actor, subject: caller.id, origin: caller.origin });
  });
  const url = new URL(calendarFeed.path.replace('{token}', token), config.PUBLIC_ORIGIN).href;
  return { url, created_at: created_at.toISOString() };
}

/** Ends the caller's address; 404 without one. */
export async function revokeLink({ database }: Context, caller: Caller): Promise<void> {
  await database.transaction(async (trx) => {
    if (!(await endLink(trx, caller.id))) throw notFound('Alamat kalender belum dibuat.');
    const actor = await actorOf(trx, caller);
    await audit(trx, { action: 'calendar_link.revoked', actor, subject: caller.id, origin: caller.origin });
  });
}

/** The calendar behind an address, without names; 404 for another one, a revoked one, and one of a disabled account. */
export async function feedFile({ config, database, now, school }: Context, token: string): Promise<string> {
  const db = database.knex;
  const owner = await feedOwner(db, hashOf(token));
  if (!owner || !can(owner.role, 'calendar.own')) throw notFound('Alamat kalender ini tidak berlaku lagi.');
  const at = (days: number) => new Date(now().getTime() + days * DAY_MS);
  const slots = await feedSlots(db, owner, at(-SHOWN.before), at(SHOWN.after));
  const host = new URL(config.PUBLIC_ORIGIN).hostname;
  return calendarFile(
    slots.map(({ id, jenjang, booked, capacity, version, updated_at, numbers, place, ...times }) => {
      const filled = `${booked} dari ${capacity} terisi.`;
      return {
        uid: `${id}@${host}`,
        sequence: version - 1,
        changedAt: updated_at,
        title: `Observasi ${jenjang}`,
        times,
        place: [place, school.settings.address].filter(Boolean).join(', '),
        note: numbers.length === 0 ? filled : `${filled} Nomor pendaftaran: ${numbers.join(', ')}.`,
        url: new URL(`/admin/calendar?minggu=${jakartaDay(times.starts_at)}`, config.PUBLIC_ORIGIN).href,
      };
    }),
  );
}
