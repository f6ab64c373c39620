declare module 'autocannon' {
  interface Request {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string | Buffer;
  }
  interface Client {
    setRequests(requests: Request[]): void;
  }
  interface Options {
    url: string;
    connections: number;
    duration: number;
    timeout?: number;
    amount?: number;
    overallRate?: number;
    reconnectRate?: number;
    requests?: Request[];
    setupClient?: (client: Client) => void;
  }
  interface Result {
    duration: number;
    requests: { total: number; average: number };
    latency: { p50: number; p97_5: number; p99: number; max: number };
    errors: number;
    timeouts: number;
    statusCodeStats: Record<string, { count: number }>;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
