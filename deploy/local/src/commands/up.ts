import { join } from 'node:path';
import { parseConfig } from '@gerbang/service-kit/program/config';
import { tidyHeap } from '@gerbang/service-kit/program/shutdown';
import { UsageError } from '../child.ts';
import { sweepLeftovers } from '../leftovers.ts';
import { dataFolder, projectRoot } from '../paths.ts';
import { beginsEmpty } from '../empty-school.ts';
import { usualPorts } from '../ports.ts';
import { preflight } from '../preflight.ts';
import { showProgress } from '../progress.ts';
import { localSettings } from '../settings.ts';
import { type Stack, type StackOptions, startStack } from '../stack.ts';

const DEMO_ACCOUNTS = ['wali', 'cs', 'finance', 'pendidikan', 'tu', 'kepala', 'admin', 'it'];
const DEMO_PASSWORD = 'contoh-gerbang-2026';

const demoSchool = { SCHOOL_CONFIG: join(projectRoot, 'deploy/local/demo-school.json') };
/** What the demo school has beside the samples, for the programs that begin with a file's settings. */
const DEMO_SCHOOL = { admission: demoSchool, billing: demoSchool };

/** `npm run up [-- --empty]`: starts everything and stays until Ctrl-C. */
export const run = (args: string[]) => stayUp(startStack, args);

/** Starts the portal by `start` and stops it on Ctrl-C; resolves with the exit code. */
export async function stayUp(
  start: (options: StackOptions) => Promise<Stack>,
  args: readonly string[] = [],
): Promise<number> {
  const env = parseConfig(localSettings);
  const dataDir = dataFolder();
  const PORT = Number(env.PORT);
  const SIMULATOR_PORT = Number(env.SIMULATOR_PORT);
  await sweepLeftovers(dataDir);
  await preflight(dataDir, { PORT, SIMULATOR_PORT });
  const empty = beginsEmpty(dataDir, args);

  const progress = showProgress();
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      progress.end();
      if (!stopping.signal.aborted) console.log('\nStopping: gateway, services, PostgreSQL …');
      stopping.abort();
    });
  }

  let stack: Stack;
  try {
    stack = await start({
      dataDir,
      empty,
      env: empty ? undefined : DEMO_SCHOOL,
      ports: { ...(await usualPorts()), gateway: PORT, simulator: SIMULATOR_PORT },
      databaseUrl: env.DATABASE_URL,
      redisUrl: env.REDIS_URL,
      pay: env.PAY_PROVIDER === 'snap',
      shape: env.SHAPE,
      signal: stopping.signal,
      say: progress.say,
      show: progress.of,
    });
  } catch (error) {
    if (stopping.signal.aborted) return 0;
    throw error instanceof UsageError ? error : new UsageError((error as Error).message);
  } finally {
    progress.end();
  }
  tidyHeap();
  console.log(summary(stack, empty, env.PAY_PROVIDER === 'snap'));
  await stopped;
  await stack.stop();
  console.log('Stopped.');
  return 0;
}

/** Who can log in, and what there is of a school. */
function accountLines(stack: Stack, empty: boolean): string {
  if (empty) {
    return `    First account      admin@contoh.sch.id, password ${DEMO_PASSWORD}
    Set the school up  ${stack.url}/admin/setup   (this portal began without one)`;
  }
  return `    Demo accounts      ${DEMO_ACCOUNTS.map((name) => `${name}@`).join(', ')}contoh.sch.id
    Their password     ${DEMO_PASSWORD}
    An empty portal    GERBANG_DATA=.local-empty npm run up -- --empty   (to set a school up from nothing)`;
}

/** Where a person pays in the simulated bank. */
const bankLine = ({ simulatorUrl, ports }: Stack) => `
    Bank simulasi      ${simulatorUrl}/bank   (pays virtual accounts and QRIS; speaks SNAP at port ${ports.simulatorSnap})`;

function summary(stack: Stack, empty: boolean, pay: boolean): string {
  const memory = stack.memory();
  const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
  const sum = (list: typeof memory) => megabytes(list.reduce((total, one) => total + one.bytes, 0));
  const once = megabytes(memory.reduce((total, one) => total + one.share, 0));
  return `
  Gerbang is ready after ${(performance.now() / 1000).toFixed(1)} s

    Portal             ${stack.url}
    WhatsApp simulator ${stack.simulatorUrl}   (every message that is sent, codes included)${pay ? bankLine(stack) : ''}
    Design system      ${stack.url}/galeri   (all parts of the screens)
    API pages          ${stack.url}/api/docs
${accountLines(stack, empty)}
    Memory             ${sum(memory)} in all (Node ${sum(memory.filter((one) => one.name !== 'postgres'))}: ${memory
      .map((one) => `${one.name} ${megabytes(one.bytes)}`)
      .join(', ')});
                       ${once} where pages that several programs share count once
    Logs               ${stack.logDir}

  Ctrl-C stops everything; the data stays in ${stack.dataDir}.
`;
}
