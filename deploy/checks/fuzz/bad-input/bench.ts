import { connect } from 'node:net';
import type { Stack } from '@gerbang/local/stack';
import { type Answer, createClient, patiently } from '../client.ts';
import { shown } from '../portal.ts';
import type { World } from '../world.ts';

/** What the groups of the reliability page's "Bad input" work with. */
export interface Bench {
  readonly world: World;
  readonly stack: Stack;
  readonly seed: number;
  /** Says that something is not as it must be. */
  readonly fault: (group: string, what: string, input: string, answer: string) => void;
  /** Sends a request as a family (or as nobody) with headers of its own. */
  readonly ask: (target: string, more?: Ask) => Promise<Answer>;
  /** Says a text to the portal's socket and answers all that comes back until it is closed. */
  readonly say: (text: string | Buffer) => Promise<string>;
  /** Notes a figure for the report. */
  readonly figure: (what: string, value: number) => void;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly cookie?: string | null;
}

export interface Group {
  readonly id: string;
  readonly what: string;
  /** Answers how many cases there were. */
  readonly run: (bench: Bench) => Promise<number>;
}

const PATIENCE_MS = 20_000;

/** Speaks to a socket and listens until it is closed. */
export function speak(url: string, text: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    socket.on('data', (part: Buffer) => {
      heard += part.toString('latin1');
    });
    // A reset is an end too.
    socket.on('error', () => socket.destroy());
    socket.once('close', () => resolve(heard));
  });
}

/** A bench at a running portal; `own` parent's cookie unless another or none is asked for. */
export function openBench(world: World, stack: Stack, seed: number) {
  const { portal, own } = world;
  const client = createClient(portal.url);
  const figures: Record<string, number> = {};
  const bench: Bench = {
    world,
    stack,
    seed,
    fault: (group, what, input, answer) =>
      portal.report('bad input', what, {
        operation: group,
        caller: '',
        input: input.slice(0, 400),
        answer: answer.slice(0, 400),
      }),
    ask: (target, { method = 'GET', headers = {}, body, cookie = own.parent.cookie } = {}) =>
      patiently(
        client,
        {
          method,
          target,
          headers: {
            ...(method !== 'GET' && method !== 'HEAD' && { origin: portal.url }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...(cookie && { cookie }),
            ...headers,
          },
          ...(body !== undefined && { body }),
        },
        () => undefined,
      ),
    say: (text) => speak(portal.url, text),
    figure: (what, value) => {
      figures[what] = value;
    },
  };
  return { bench, figures, close: () => client.close() };
}

/** Expects one of these statuses. */
export function expectStatus(
  bench: Bench,
  group: string,
  what: string,
  answer: Answer,
  wanted: readonly number[],
): void {
  if (wanted.includes(answer.status)) return;
  bench.fault(group, `${what} → ${answer.status} instead of ${wanted.join(' or ')}`, what, shown(answer));
}

/** Status lines of everything that came back. */
export const statusesIn = (heard: string): number[] =>
  [...heard.matchAll(/HTTP\/1\.1 (?<status>\d{3}) /gu)].map((match) => Number(match.groups?.status));
