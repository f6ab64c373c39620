import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createScheme as call } from '@gerbang/contracts/payment-schemes';
import { createLogger } from '@gerbang/service-kit/program/logger';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { mortalDatabase, type PointOfDeath } from '@gerbang/service-kit/testing/mortal-database';
import { buildContext } from '../src/context.ts';
import { createScheme } from '../src/payment-schemes/create-scheme.ts';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { programEnv } from './billing-processes.ts';
import { type Door, useDoor } from './door.ts';
import { finance, processed, schemeForm } from './enrollments.ts';

jest.setTimeout(600_000);

describe('billing that is killed while it makes a scheme', () => {
  let door: Door;
  let staff: Caller;
  useDoor(async (opened) => {
    door = opened;
    staff = await finance(door);
  });

  /**
   * Makes the scheme on a database that may die; returns the number of statements, null where it died. While the server has
   * not noticed that the one before is gone, the repeat waits, as a client does.
   */
  async function make(key: string, body: object, dieAt: PointOfDeath): Promise<number | null> {
    for (;;) {
      try {
        return await tryMake(key, body, dieAt);
      } catch (error) {
        if ((error as { code?: string }).code !== 'in_flight') throw error;
        await sleep(50);
      }
    }
  }

  async function tryMake(key: string, body: object, dieAt: PointOfDeath): Promise<number | null> {
    const { config } = door.context;
    const { database, arm, died } = mortalDatabase(config.DATABASE_URL, { max: 1 });
    arm(dieAt);
    const context = buildContext(config, database, createLogger('mortal', 'silent'));
    const origin = { address: '203.0.113.7', requestId: 'payment-schemes-kills' };
    const caller = {
      id: staff.id,
      role: 'finance' as const,
      origin,
      ifMatch: undefined,
      idempotencyKey: key,
    };
    const made = createScheme(context, caller, call.body.parse(body)).then(() => arm(null));
    let isDead = false;
    try {
      const statements = await Promise.race([made, died.then(() => null)]);
      isDead = statements === null;
      return statements;
    } finally {
      if (!isDead) await database.close();
    }
  }

  /** The same in a real process, which kills itself. */
  async function makeAndDie(key: string, body: object, dieAt: number | 'commit'): Promise<void> {
    const child = spawn(process.execPath, [join(__dirname, 'payment-schemes-program.ts')], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...programEnv(door),
        SAMPLE_SCHOOL: '1',
        CALLER: staff.id,
        KEY: key,
        BODY: JSON.stringify(body),
        DIE_AT: String(dieAt),
      },
    });
    const [, signal] = (await once(child, 'close')) as [number | null, string | null];
    expect(signal).toBe('SIGKILL');
  }

  const traces = async (confirmationId: string) => {
    const count = async (table: string, where: Record<string, unknown> = {}) =>
      Number((await door.db(table).where(where).count('* as n').first())?.n);
    const of = { enrollment_confirmation_id: confirmationId };
    const state = await door.db('enrollment_confirmations').where({ id: confirmationId }).first();
    return {
      invoices: await count('enrollment_invoices', of),
      schemes: await count('enrollment_payment_schemes', of),
      history: await count('confirmation_events', { confirmation_id: confirmationId }),
      payment_status: state.payment_status,
      outbox: await count('outbox_events'),
      audit: await count('audit_events'),
    };
  };

  test('when it dies before any of its statements, then nothing is there, and the repeat makes all of it once', async () => {
    const { confirmation } = await processed(door);
    const body = schemeForm(confirmation, { payment_scheme: 'installment' });
    const before = await traces(confirmation.id);
    // A real process leaves as little as a database that dies.
    for (const at of [1, 9]) {
      await makeAndDie(confirmation.id, body, at);
      expect([at, await traces(confirmation.id)]).toEqual([at, before]);
    }
    let kills = 0;
    let statements: number | null = null;
    // The first run that nothing ends is the repeat that a client sends.
    for (let at = 1; statements === null; at += 1) {
      statements = await make(confirmation.id, body, at);
      if (statements !== null) break;
      kills += 1;
      expect([at, await traces(confirmation.id)]).toEqual([at, before]);
    }
    expect(statements).toBeGreaterThan(15);
    expect(kills).toBe(statements);
    const whole = {
      invoices: 4,
      schemes: 1,
      history: 3,
      payment_status: 'invoice_generated',
      outbox: before.outbox + 2,
      audit: before.audit + 2,
    };
    expect(await traces(confirmation.id)).toEqual(whole);
    expect(await make(confirmation.id, body, null)).not.toBeNull();
    expect(await traces(confirmation.id)).toEqual(whole);
    expect(await verifyBooks(door.database)).toEqual([]);
  });

  test('when it dies after the commit and before its response, then the repeat returns what was made, and nothing is made twice', async () => {
    const { confirmation } = await processed(door);
    const body = schemeForm(confirmation);
    await makeAndDie(confirmation.id, body, 'commit');
    const made = await traces(confirmation.id);
    expect(made).toMatchObject({ invoices: 1, schemes: 1, payment_status: 'invoice_generated' });
    expect(await make(confirmation.id, body, null)).not.toBeNull();
    expect(await traces(confirmation.id)).toEqual(made);
    expect(await verifyBooks(door.database)).toEqual([]);
    const numbers: string[] = await door
      .db('enrollment_invoices')
      .orderBy('invoice_number')
      .pluck('invoice_number');
    expect(numbers.map((one) => Number(one.slice(-6)))).toEqual(numbers.map((_all, index) => index + 1));
  });
});
