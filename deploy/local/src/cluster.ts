import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningPostgres, startPostgres } from './postgres.ts';
import { alive } from './process-state.ts';

export interface Cluster {
  url: string;
  /** Its postmaster; null when the cluster is not ours. */
  pid(): number | null;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  dataDir: string;
  logDir: string;
  /** Owner's URL of an existing cluster, instead of an embedded one. */
  databaseUrl?: string;
  password: string;
  durable?: boolean;
  say: (line: string) => void;
}

/** A cluster that does not start, as on a full disk, is tried again at least so often. */
const LONGEST_PAUSE_MS = 5000;

/** The given cluster, or an embedded one that is started again on its port when it dies, for as long as it takes. */
export async function openCluster(
  options: ClusterOptions,
  start: typeof startPostgres = startPostgres,
  longestPauseMs = LONGEST_PAUSE_MS,
): Promise<Cluster> {
  if (options.databaseUrl) return { url: options.databaseUrl, pid: () => null, stop: async () => undefined };
  const { say } = options;
  const settings = {
    dataDir: join(options.dataDir, 'postgres'),
    password: options.password,
    logFile: join(options.logDir, 'postgres.log'),
    durable: options.durable,
  };
  let running: RunningPostgres = await start(settings);
  if (running.reused) say('Took over the PostgreSQL that an earlier run left behind');
  let stopping = false;
  let busy: Promise<void> = Promise.resolve();
  let watch: NodeJS.Timeout;

  function keepWatch(): void {
    watch = setInterval(() => {
      if (alive(running.pid)) return;
      clearInterval(watch);
      busy = revive();
    }, 500).unref();
  }

  async function revive(): Promise<void> {
    const { port } = running;
    say('[postgres] ended, starting it again');
    for (let attempt = 1; !stopping; attempt += 1) {
      try {
        running = await start({ ...settings, port });
        keepWatch();
        return;
      } catch (error) {
        if (attempt === 1) say(`[postgres] ${(error as Error).message}`);
        await sleep(Math.min(300 * attempt, longestPauseMs));
      }
    }
  }

  keepWatch();
  return {
    url: running.url,
    pid: () => running.pid,
    stop: async () => {
      stopping = true;
      clearInterval(watch);
      await busy;
      await running.stop();
    },
  };
}
