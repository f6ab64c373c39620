import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processOf, type Shape } from '@gerbang/local/environments';
import { type ProgramName } from '@gerbang/local/program-parts';
import { until } from '../kit/until.ts';
import { CannotTry } from './fault.ts';
import { probe, SERVED } from './programs.ts';
import type { World } from './world.ts';

const INSPECTOR = 'http://127.0.0.1:9229/json/list';
const BACK_MS = 150_000;
const PROBE_MS = 50;

/** Lets the main thread of a process loop for ever, through the debugger's port that every Node opens on SIGUSR1. */
async function spin(pid: number): Promise<void> {
  process.kill(pid, 'SIGUSR1');
  const url = await until(`The debugger of ${pid}`, async () => {
    const listed = await fetch(INSPECTOR).catch(() => null);
    const [target] = listed ? ((await listed.json()) as { webSocketDebuggerUrl?: string }[]) : [];
    return target?.webSocketDebuggerUrl;
  });
  const socket = new WebSocket(url);
  await once(socket, 'open');
  const evaluate = (id: number, expression: string) =>
    socket.send(JSON.stringify({ id, method: 'Runtime.evaluate', params: { expression } }));
  evaluate(1, 'process.pid');
  const [{ data }] = (await once(socket, 'message')) as [MessageEvent<string>];
  const { result } = JSON.parse(data) as { result?: { result?: { value?: unknown } } };
  if (result?.result?.value !== pid) throw new CannotTry('the port of debuggers belongs to another process');
  // Later, outside of the debugger's own command, as a fault of the program would be.
  evaluate(2, 'void setTimeout(() => { for (;;); })');
  await once(socket, 'message');
  socket.close();
}

/** Whether a program responds to its own read; a half without a read is asked whether it is ready. */
async function serves(world: World, name: ProgramName, shape: Shape): Promise<boolean> {
  const served = SERVED.find((one) => one.name === name);
  if (shape === 'separate' && served) return (await probe(world, served.path)).status === 200;
  const url = name === 'gateway' ? world.stack.url : world.stack.serviceUrls.notification;
  const signal = AbortSignal.timeout(2000);
  return fetch(`${url}/readyz`, { signal }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/**
 * Lets a program spin until it serves again as another process. Returns how long that took, what it logged, and what is
 * wrong: that it was not its own watchdog that ended it, or that it does not say what it did last.
 */
export async function stickAndWatch(world: World, name: ProgramName, shape: Shape) {
  const { stack, lines } = world;
  const said = lines.length;
  const pid = stack.pid(name);
  if (pid === undefined) throw new Error(`${name} does not run`);
  await spin(pid);
  const began = performance.now();
  for (;;) {
    const now = stack.pid(name);
    if (now !== undefined && now !== pid && (await serves(world, name, shape))) break;
    if (performance.now() - began > BACK_MS) throw new Error(`${name} did not come back`);
    await sleep(PROBE_MS);
  }
  const back = Math.round(performance.now() - began);
  const process = processOf(name, shape);
  const log = readFileSync(join(stack.logDir, `${process}.log`), 'utf8').split('\n');
  const line = log.findLast((one) => one.includes('event loop stuck')) ?? '';
  const ended = lines.slice(said).some((one) => one.startsWith(`[${process}] ended (its event loop`));
  const wrong = [
    ...(ended ? [] : [`${process} was not ended with the code of the watchdog`]),
    ...(line.includes('"started":[{') ? [] : [`${process} did not say what it began last: ${line}`]),
  ];
  return { process, back, line, wrong };
}
