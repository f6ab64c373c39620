import { randomUUID } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { lastBankRequest, payAtBank } from '../kit/bank.ts';
import { type Times, timesOf } from './play.ts';

/** A family that asks for a virtual account of its invoice, and then looks whether it is paid. */
export interface Payer {
  readonly atMs: number;
  readonly cookie: string;
  readonly invoice: string;
  /** How long after it got its number it pays; null where it does not. */
  readonly paysAfterMs: number | null;
}

/** Families that come at their moments, whether or not those before them have been served; all leave at the end. */
export interface Payers {
  readonly url: string;
  readonly bankUrl: string;
  readonly people: readonly Payer[];
  readonly seconds: number;
}

export interface PayersResult {
  /** Every call, those that ask for a number alone, and those that look. */
  readonly all: Times;
  readonly asks: Times;
  readonly looks: Times;
  /** Milliseconds from a notification of the bank until its family reads that it is paid. */
  readonly seen: Times;
  readonly unchanged: number;
  readonly errors: number;
  readonly firstError: string | null;
  /** CPU milliseconds of the process that played them. */
  readonly generatorMs: number;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const TIMEOUT_MS = 60_000;

/** Lets every family come at its moment. */
export async function playPayers({ url, bankUrl, people, seconds }: Payers): Promise<PayersResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 });
  const began = performance.now();
  const cpu = process.cpuUsage();
  const times = { asks: [] as number[], looks: [] as number[], seen: [] as number[] };
  let unchanged = 0;
  let errors = 0;
  let firstError: string | null = null;
  const isOver = () => performance.now() - began > seconds * 1000;

  function call(method: string, path: string, headers: Record<string, string>, body = ''): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const options = { agent, method, headers, timeout: TIMEOUT_MS };
      const outgoing = request(url + path, options, (message) => {
        let text = '';
        message.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        message.once('end', () =>
          resolve({ status: message.statusCode ?? 0, headers: message.headers, text }),
        );
        message.once('error', reject);
      });
      outgoing.once('timeout', () => outgoing.destroy(new Error('no response')));
      outgoing.once('error', reject);
      outgoing.end(body);
    });
  }

  async function timed(list: number[], wanted: number, work: () => Promise<Answer>): Promise<Answer> {
    const from = performance.now();
    const answer = await work();
    list.push(performance.now() - from);
    if (answer.status !== wanted && answer.status !== 304) {
      throw new Error(`${answer.status} ${answer.text.slice(0, 200)}`);
    }
    return answer;
  }

  async function ask({ cookie, invoice }: Payer) {
    const body = JSON.stringify({ kind: 'invoice', id: invoice, channel: 'va' });
    const headers = {
      cookie,
      origin: url,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'idempotency-key': randomUUID(),
    };
    const { text } = await timed(times.asks, 201, () => call('POST', '/api/pay-requests', headers, body));
    return JSON.parse(text) as { id: string; va: { number: string } };
  }

  /** Pays at the bank; the moment of its notification. */
  async function pay(number: string): Promise<number> {
    const { notifications } = await payAtBank(bankUrl, await lastBankRequest(bankUrl, number.trim()));
    const [told] = notifications;
    if (told?.code !== '2002500') throw new Error(`the notification was answered ${String(told?.code)}`);
    return Date.parse(told.at);
  }

  /** Looks as the dialog does, until it is paid or the minute is over; the moment at which it reads so. */
  async function look(id: string, cookie: string): Promise<number | null> {
    let etag = '';
    let pauseMs = 0;
    for (;;) {
      const answer = await timed(times.looks, 200, () =>
        call('GET', `/api/pay-requests/${id}`, { cookie, ...(etag !== '' && { 'if-none-match': etag }) }),
      );
      if (answer.status === 304) unchanged += 1;
      else {
        const state = JSON.parse(answer.text) as { status: string; next_poll_s: number };
        if (state.status === 'paid') return Date.now();
        etag = String(answer.headers.etag);
        pauseMs = state.next_poll_s * 1000;
      }
      if (isOver()) return null;
      await sleep(pauseMs);
    }
  }

  async function visit(payer: Payer): Promise<void> {
    await sleep(payer.atMs);
    try {
      const { id, va } = await ask(payer);
      const { paysAfterMs } = payer;
      const [at, paid] = await Promise.all([
        look(id, payer.cookie),
        paysAfterMs === null ? null : sleep(paysAfterMs).then(() => pay(va.number)),
      ]);
      if (paid !== null && at !== null) times.seen.push(at - paid);
      if (paid !== null && at === null) throw new Error('a payment was not read as paid');
    } catch (error) {
      errors += 1;
      firstError ??= (error as Error).message;
    }
  }

  await Promise.all(people.map(visit));
  agent.destroy();
  const { asks, looks, seen } = times;
  const { user, system } = process.cpuUsage(cpu);
  return {
    all: timesOf([...asks, ...looks]),
    asks: timesOf(asks),
    looks: timesOf(looks),
    seen: timesOf(seen),
    unchanged,
    errors,
    firstError,
    generatorMs: (user + system) / 1000,
  };
}
