import { seldomTool } from '@gerbang/local/seldom-tools';

/* The parts of two packages that are used here. They are installed at their first use, after types were checked. */

interface LoadRequest {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}
interface LoadClient {
  setRequests(requests: LoadRequest[]): void;
  on(event: 'response', heard: (status: number, bytes: number, took: number) => void): void;
}
interface LoadOptions {
  url: string;
  connections: number;
  duration: number;
  timeout?: number;
  amount?: number;
  overallRate?: number;
  reconnectRate?: number;
  requests?: LoadRequest[];
  setupClient?: (client: LoadClient) => void;
}
interface LoadOutcome {
  duration: number;
  requests: { total: number; average: number };
  latency: { p50: number; p99: number; max: number };
  errors: number;
  timeouts: number;
  statusCodeStats: Record<string, { count: number }>;
}

/** Plays requests at an address. */
export async function autocannon(options: LoadOptions): Promise<LoadOutcome> {
  const { default: play } = await seldomTool<{ default: (options: LoadOptions) => Promise<LoadOutcome> }>(
    'autocannon',
  );
  return play(options);
}

export interface VisitFlags {
  port?: number;
  onlyAudits?: string[];
  disableFullPageScreenshot?: boolean;
  logLevel?: 'error';
  throttlingMethod?: 'devtools' | 'provided';
  throttling?: Record<string, number>;
  clearStorageTypes?: string[];
  disableStorageReset?: boolean;
  pauseAfterFcpMs?: number;
  pauseAfterLoadMs?: number;
  networkQuietThresholdMs?: number;
  cpuQuietThresholdMs?: number;
}
interface Audit {
  numericValue?: number;
  details?: { type: string; items?: unknown[] };
}
interface VisitOutcome {
  lhr: {
    runtimeError?: { message: string };
    finalDisplayedUrl?: string;
    audits: Record<string, Audit>;
  };
}
type Visit = (url: string, flags: VisitFlags) => Promise<VisitOutcome | undefined>;

/** Visits an address with the browser at a debugging port. */
export async function lighthouse(url: string, flags: VisitFlags): Promise<VisitOutcome | undefined> {
  const { default: visit } = await seldomTool<{ default: Visit }>('lighthouse');
  return visit(url, flags);
}
