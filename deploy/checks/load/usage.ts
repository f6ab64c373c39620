import { residentBytes } from '@gerbang/local/memory';
import type { Stack } from '@gerbang/local/stack';
import { cpuMs, highest, MB, meterOf } from './figures.ts';
import type { Row } from './report.ts';
import { PROGRAMS } from './start.ts';

/** The CPU and the highest memory of each program while the work lasts. */
export async function withUsage<T>(
  stack: Stack,
  work: () => Promise<T>,
): Promise<{ result: T; rows: Row[] }> {
  const peaks = new Map<string, number>();
  const sample = () => {
    for (const name of PROGRAMS) {
      const pid = stack.pid(name);
      if (pid !== undefined) peaks.set(name, Math.max(peaks.get(name) ?? 0, residentBytes(pid)));
    }
    return 0;
  };
  const meters = PROGRAMS.map((name) => meterOf(name, stack.pid(name)));
  const before = meters.map((one) => cpuMs([one]));
  const { result } = await highest(sample, work);
  const rows = meters.map((one, at) => ({
    what: `announcement minute, CPU of ${one.name}`,
    value: (cpuMs([one]) - (before[at] ?? 0)) / 1000,
    unit: 's',
    note: `at most ${Math.round((peaks.get(one.name) ?? 0) / MB)} MB`,
  }));
  return { result, rows };
}
