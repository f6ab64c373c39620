import { join } from 'node:path';
import { mustRunNode } from '@gerbang/local/child';

export interface Load {
  url: string;
  connections: number;
  seconds: number;
  requests: { method: string; path: string; headers: Record<string, string>; body?: string }[];
}

export interface LoadResult {
  perSecond: number;
  total: number;
  p50: number;
  p99: number;
  errors: number;
  statuses: Record<string, number>;
}

/** Loads an address for some seconds from a process of its own. */
export async function load(options: Load): Promise<LoadResult> {
  const worker = join(import.meta.dirname, 'load-worker.ts');
  return JSON.parse(await mustRunNode('The load', [worker, JSON.stringify(options)])) as LoadResult;
}

/** A benchmark whose calls are refused measures nothing. */
export function expectOnly(result: LoadResult, ...allowed: string[]): LoadResult {
  const others = Object.keys(result.statuses).filter((status) => !allowed.includes(status));
  if (others.length > 0 || result.errors > 0 || result.total === 0) {
    throw new Error(`Unexpected answers: ${JSON.stringify(result.statuses)}, ${result.errors} errors`);
  }
  return result;
}
