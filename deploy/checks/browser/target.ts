import { localSettings } from '@gerbang/local/settings';
import { startOwnStack } from '../kit/own-stack.ts';
import { inputOf, refusedAnswers, verifyData } from '../kit/verify.ts';

export interface Target {
  /** Address of the portal. */
  url: string;
  /** Address of the WhatsApp simulator. */
  simulatorUrl: string;
  /** The database that holds the sessions, of a portal of our own. */
  sessionsUrl?: string;
  /** The database that holds the accounts, of a portal of our own. */
  accountsUrl?: string;
  /** What `books:verify` and `seats:verify` find wrong in a portal of our own, and its answers that their contract refused. */
  differences?(): Promise<string[]>;
  close(): Promise<void>;
}

/** The running portal (`GERBANG_URL`, else the one of `npm run up`), else one of our own in a temporary folder. */
export async function openTarget(say: (line: string) => void): Promise<Target> {
  const url = process.env.GERBANG_URL ?? `http://localhost:${process.env.PORT ?? 8080}`;
  const simulatorUrl = process.env.SIMULATOR_URL ?? `http://localhost:${process.env.SIMULATOR_PORT ?? 8090}`;
  if (process.env.GERBANG_URL || (await responds(`${url}/readyz`))) {
    say(`Using the portal at ${url}`);
    return { url, simulatorUrl, close: async () => undefined };
  }
  say('No portal is running; starting one in a temporary folder');
  return startOwn(say);
}

/** A whole portal in the shape of `SHAPE`, with data of its own that goes with it. */
export async function startOwn(say: (line: string) => void): Promise<Target> {
  const { SHAPE: shape } = localSettings.parse(process.env);
  // The local run leaves the second factor off. A full machine takes long for its first PDF.
  const env = { auth: { STAFF_SECOND_FACTOR: 'offered' }, billing: { PAPER_WORK_MS: '20000' } };
  const stack = await startOwnStack({ shape, env, say });
  return {
    url: stack.url,
    simulatorUrl: stack.simulatorUrl,
    sessionsUrl: stack.databaseUrls.gateway,
    accountsUrl: stack.databaseUrls.auth,
    differences: async () => {
      const found = await Promise.all(
        (['books', 'seats'] as const).map((what) => verifyData(inputOf(stack), what)),
      );
      return [...found.filter((one) => one !== null), ...refusedAnswers(stack)];
    },
    close: () => stack.stop(),
  };
}

async function responds(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(1000) })).ok;
  } catch {
    return false; // no portal runs there
  }
}
