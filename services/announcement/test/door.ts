import { join } from 'node:path';
import { type Caller, openServiceDoor } from '@gerbang/service-kit/testing/door';
import { buildApp } from '../src/app.ts';
import { configSchema } from '../src/config.ts';
import { buildContext } from '../src/context.ts';

export const MIGRATIONS = join(__dirname, '../migrations');

/** The service on a database of its own, with a way to call it as any role. */
export const openDoor = (more: Record<string, string> = {}) =>
  openServiceDoor(
    {
      service: 'announcement',
      migrations: MIGRATIONS,
      config: (env) => configSchema.parse(env),
      context: buildContext,
      app: buildApp,
    },
    more,
  );

export type Door = Awaited<ReturnType<typeof openDoor>>;
export type { Caller };
