import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Bus } from '@gerbang/service-kit/events/bus';
import type { Logger } from '@gerbang/service-kit/program/logger';
import type { Metrics } from '@gerbang/service-kit/program/metrics';
import { type Condition, levelOf, p99 } from './condition.ts';

const EVERY_MS = 1000;
const RESOLUTION_MS = 10;
const NS_PER_MS = 1e6;

export interface ConditionWatch {
  /** Whether bulk work should stop now, and what else can wait. */
  busy(): boolean;
  /** A read of `/api` was answered after so many milliseconds. */
  noteRead(milliseconds: number): void;
  stop(): void;
}

/**
 * Measures each second how the gateway is and tells it to those who do bulk work, through the queue's store. Well means
 * silence: a gateway that is gone slows nothing down.
 */
export function watchCondition(parts: {
  readonly bus: Pick<Bus, 'signal'>;
  /** How many calls services have not answered yet. */
  readonly waiting: () => number;
  readonly logger: Logger;
  readonly metrics?: Metrics;
  /** What counts in place of this process' own figures. */
  readonly measure?: (own: Condition) => Condition;
}): ConditionWatch {
  const { bus, logger, metrics } = parts;
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let reads: number[] = [];
  let used = performance.eventLoopUtilization();
  let last: Condition = { delay: 0, load: 0, reads: 0, waiting: 0 };
  let level: ReturnType<typeof levelOf> = null;

  function measure(): Condition {
    const now = performance.eventLoopUtilization();
    const measured = {
      delay: Math.max(0, delays.percentile(99) / NS_PER_MS - RESOLUTION_MS),
      load: performance.eventLoopUtilization(now, used).utilization,
      reads: p99(reads),
      waiting: parts.waiting(),
    };
    used = now;
    reads = [];
    delays.reset();
    return measured;
  }

  let failing = false;
  const timer = setInterval(() => {
    const own = measure();
    last = parts.measure?.(own) ?? own;
    level = levelOf(last, level?.level ?? null);
    if (level === null) return;
    bus.signal(level.level, level.cause).then(
      () => {
        failing = false;
      },
      (error: unknown) => {
        if (!failing)
          logger.warn({ err: error }, 'bulk work goes at full speed until the signal arrives again');
        failing = true;
      },
    );
  }, EVERY_MS);

  metrics?.figures('gateway_condition', 'How the gateway was in the last second', ['figure'], () =>
    Object.entries(last).map(([figure, value]) => ({ labels: { figure }, value })),
  );
  metrics?.gauge(
    'gateway_pressure',
    'What the gateway asks of bulk work: 0 nothing, 1 slow down, 2 stop',
    () => (level === null ? 0 : { slow: 1, stop: 2 }[level.level]),
  );
  return {
    busy: () => level?.level === 'stop',
    noteRead: (milliseconds) => void reads.push(milliseconds),
    stop() {
      clearInterval(timer);
      delays.disable();
    },
  };
}
