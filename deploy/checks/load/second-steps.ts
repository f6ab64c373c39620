import { beginTotp, confirmTotp } from '@gerbang/contracts/factors';
import { throughLine } from '@gerbang/service-kit/testing/login-line';
import { callAs } from '../kit/client.ts';
import { rowsOf } from '../kit/databases.ts';
import { codeOf } from '../browser/authenticator.ts';
import { metersOf } from './figures.ts';
import { hashes } from './load.ts';
import { registerParents, storedHash } from './people.ts';
import type { Row } from './report.ts';
import type { Bench, Parent } from './runner.ts';
import { sizeOf } from './settings.ts';
import { inTurns, type Way } from './turns.ts';

const PEOPLE = { usual: 120, quick: 40, tiny: 2 };
const AT_ONCE = 2;
/** Before the first round everybody logs in so often, because code that has not been compiled costs several times as much. */
const WARM_UPS = { usual: 8, quick: 4, tiny: 1 };
const BARE = { p50: 0, p97: 0, p99: 0, errors: 0, statuses: {}, generatorMs: 0 };

/** P6: the CPU of a login with a code of an app against one without, argon2id measured beside them and taken off. */
export async function measureSecondSteps(bench: Bench): Promise<Row[]> {
  const plain = await registerParents(bench, sizeOf(bench, PEOPLE));
  const guarded = await registerParents(bench, sizeOf(bench, PEOPLE));
  const secrets = new Map<string, string>();
  for (const { id, cookie } of guarded) {
    const call = callAs(bench.client(), cookie);
    const { secret } = await call<{ secret: string }>('POST', beginTotp.path, {});
    await call('POST', confirmTotp.path, { otp: codeOf(secret, -1) });
    secrets.set(id, secret);
  }
  const { auth } = bench.stack().databaseUrls;
  const call = callAs(bench.client());
  const logIn = ({ email, password }: Parent) =>
    throughLine(
      (ticket) =>
        call<{ token?: string; ticket?: string }>('POST', '/api/login', {
          identifier: email,
          password,
          ticket,
        }),
      // Of a success only a place in line has a ticket.
      (body) => ({ status: body.ticket === undefined ? 200 : 202, body }),
    );
  const hash = await storedHash(bench.stack(), plain[0]?.id);
  /** A code counts once: everybody who logs in again takes that of this moment again. */
  const freeCodes = async () => void (await rowsOf(auth, 'update factors set last_step = null'));
  const withCode = async (person: Parent) => {
    const { token } = await logIn(person);
    await call('POST', '/api/login/factor', { token, otp: codeOf(secrets.get(person.id) ?? '') });
  };
  let spent = 0;
  const figures = await inTurns(
    {
      without: everybody(bench, plain, logIn),
      with: everybody(bench, guarded, withCode, freeCodes),
      argon2id: {
        once: true,
        meters: [{ name: 'argon2id', read: () => spent }],
        run: async () => {
          await freeCodes();
          const { cpuMs, perSecond } = await hashes({ hash, parallel: 1, seconds: bench.seconds });
          spent += cpuMs;
          return { ...BARE, perSecond, total: 1 };
        },
      },
    },
    bench.rounds,
  );
  const apart = (cpu: number) => cpu - figures.argon2id.cpu;
  const note = `argon2id ${figures.argon2id.cpu.toFixed(1)} ms of it`;
  return [
    { what: 'login, CPU of all processes', value: figures.without.cpu, unit: 'ms', note },
    { what: 'login with a second factor, CPU of all processes', value: figures.with.cpu, unit: 'ms', note },
    {
      what: 'login with a second factor against one without',
      value: figures.with.cpu / figures.without.cpu,
      unit: 'x',
    },
    {
      goal: 'P6',
      what: 'the same, argon2id taken off',
      value: apart(figures.with.cpu) / apart(figures.without.cpu),
      unit: 'x',
      of: { measured: apart(figures.with.cpu), limit: apart(figures.without.cpu), unit: 'ms' },
      wanted: { atMost: 1.2 },
    },
  ];
}

/** A way in which everybody logs in once; before the first round several times, with `between` after each. */
function everybody(
  bench: Bench,
  people: readonly Parent[],
  logIn: (one: Parent) => Promise<unknown>,
  between: () => Promise<void> = async () => undefined,
): Way {
  const once = async () => {
    const waiting = people.values();
    const lane = async () => {
      for (const person of waiting) await logIn(person);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  };
  return {
    once: true,
    meters: metersOf(bench.stack(), ['gateway', 'auth'], bench.redisPid),
    run: async (isWarmUp) => {
      for (let time = 1; isWarmUp && time < sizeOf(bench, WARM_UPS); time += 1) {
        await once();
        await between();
      }
      const began = performance.now();
      await once();
      const perSecond = (people.length * 1000) / (performance.now() - began);
      return { ...BARE, perSecond, total: people.length };
    },
  };
}
