import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { comeAgainMs } from '@gerbang/domain/login-line';
import { ownerUrl, rowsOf } from '../../kit/databases.ts';
import { until } from '../../kit/until.ts';
import { type Answer, call } from '../calls.ts';
import type { World } from '../world.ts';

/** More than one process of auth holds at once, so that the others get a place in the line. */
const PEOPLE = 180;
/** So many must wait with a place when a program is killed. */
const WAITING_AT_LEAST = 20;
const AGAIN_MS = 300;
const LIMIT_MS = 180_000;
/** By then every program is connected to the store of the line again. */
const STORE_BACK_MS = 2000;
/** Whose turn has come at the moment of a kill has used the place: a hash on each core, and answers on the way. */
const TURNS_LOST = 2 * availableParallelism();

/** Someone who logs in as the page does: with the ticket of the last answer, through everything that breaks. */
interface Visitor {
  readonly email: string;
  readonly password: string;
  ticket: string | undefined;
  /** The places that it was told, and when. */
  readonly told: { readonly place: string | undefined; readonly at: number }[];
  /** Requests without an answer of auth's: each may have begun a session that no browser knows. */
  unanswered: number;
  /** Its session; null while it waits. */
  person: { readonly cookie: string } | null;
}

/** The place that a ticket names. */
const placeOf = (ticket: string | undefined) => ticket?.split('.', 1)[0];

/** New accounts, with the password of one that exists: so many hashes would take longer than the test. */
async function makeAccounts({ stack, people }: Pick<World, 'stack' | 'people'>): Promise<Visitor[]> {
  const [known] = people.parents;
  if (!known) throw new Error('No parent');
  const emails = Array.from({ length: PEOPLE }, () => `antre-${randomUUID()}@contoh.sch.id`);
  await rowsOf(
    ownerUrl(stack, 'auth'),
    `insert into users (id, email, name, password_hash)
     select gen_random_uuid(), email, 'Wali Antre', (select password_hash from users where id = $2)
     from unnest($1::text[]) as made(email)`,
    [emails, known.id],
  );
  const { password } = known;
  return emails.map((email) => {
    return { email, password, ticket: undefined, told: [], unanswered: 0, person: null };
  });
}

/** One visit; returns after how many milliseconds the next one is due, or null when there is none. */
function visited(visitor: Visitor, { status, body, cookie }: Answer, wrong: string[]): number | null {
  if (status === 200 && cookie !== null) {
    visitor.person = { cookie };
    return null;
  }
  if (status === 202) {
    visitor.ticket = String(body.ticket);
    visitor.told.push({ place: placeOf(visitor.ticket), at: Date.now() });
    return comeAgainMs(Number(body.seconds));
  }
  if (status === null || status >= 502) {
    visitor.unanswered += 1;
    return AGAIN_MS;
  }
  wrong.push(`a login returned ${status}`);
  return null;
}

async function logIn(url: string, visitor: Visitor, wrong: string[]): Promise<void> {
  const { email: identifier, password } = visitor;
  for (const end = Date.now() + LIMIT_MS; Date.now() < end; ) {
    const body = { identifier, password, ticket: visitor.ticket };
    const pause = visited(
      visitor,
      await call(url, null, { method: 'POST', path: '/api/login', body }),
      wrong,
    );
    if (pause === null) return;
    await sleep(pause);
  }
  wrong.push('a login did not end');
}

/** Each has a session that works, and no further one but for requests whose answer was lost. */
async function judgeSessions(url: string, visitors: readonly Visitor[], wrong: string[]): Promise<number> {
  let unknown = 0;
  for (const { person, unanswered } of visitors) {
    if (!person) continue;
    const { status, list } = await sessionsOf(url, person.cookie);
    if (status !== 200) wrong.push(`a session returned ${status}`);
    const more = Math.max(0, list.length - 1);
    unknown += more;
    if (more > unanswered) wrong.push(`${more} more sessions after ${unanswered} lost answers`);
  }
  return unknown;
}

async function sessionsOf(url: string, cookie: string) {
  const response = await fetch(`${url}/api/sessions`, { headers: { cookie } });
  const list = response.ok ? ((await response.json()) as unknown[]) : [];
  return { status: response.status, list };
}

/**
 * Kills something while people wait in the line of logins: all of them get in, in the places they had, with one session
 * each. `kill` resolves when what it killed runs again. Where that is the store of the line, another one gives places
 * meanwhile, and the old ones count again soon after its return.
 */
export async function killBeforeCrowd(
  world: Pick<World, 'stack' | 'people'>,
  url: string,
  kill: () => Promise<unknown>,
  { ofStore = false } = {},
) {
  const wrong: string[] = [];
  const visitors = await makeAccounts(world);
  const all = Promise.all(visitors.map((visitor) => logIn(url, visitor, wrong)));
  const waiting = () => visitors.filter(({ person, ticket }) => person === null && ticket !== undefined);
  await until('People in the line', () => waiting().length >= WAITING_AT_LEAST, { pauseMs: 5 });
  const before = waiting().map((visitor) => ({ visitor, place: placeOf(visitor.ticket) }));
  await kill();
  const since = ofStore ? Date.now() + STORE_BACK_MS : 0;
  await all;
  const lost = before.filter(({ visitor, place }) =>
    visitor.told.some((one) => one.at >= since && one.place !== place),
  );
  if (lost.length > TURNS_LOST) wrong.push(`${lost.length} of ${before.length} places were lost`);
  const unknown = await judgeSessions(url, visitors, wrong);
  return {
    wrong,
    figures: { waited: before.length, 'places lost': lost.length, 'sessions unknown': unknown },
  };
}
