import { connect, type Socket } from 'node:net';
import type { Bench, Group } from './bench.ts';

const SLOW = 170;
const IDLE = 2000;
const PATIENCE_MS = 90_000;

function open(url: string, text: string): { socket: Socket; ended: Promise<void> } {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname, () => socket.write(text));
  // A reset is an end too.
  socket.on('error', () => socket.destroy());
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { socket, ended };
}

/** How long ordinary calls take now; each must be answered. */
async function ordinary(bench: Bench, group: string, when: string): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < 40; turn += 1) {
    const began = performance.now();
    const answer = await bench.ask('/api/user');
    times.push(performance.now() - began);
    if (answer.status !== 200)
      bench.fault(group, `${when}: an ordinary call → ${answer.status}`, '', answer.body.toString());
  }
  return times.sort((one, two) => one - two)[Math.floor(times.length * 0.95)] ?? 0;
}

const slow: Group = {
  id: 'B15',
  what: 'slow heads, bodies and readers',
  async run(bench) {
    const { url, own } = { url: bench.world.portal.url, own: bench.world.own };
    bench.figure('B15 p95 of ordinary calls before, ms', Math.round(await ordinary(bench, 'B15', 'before')));
    const post = `POST /api/auth/forgot-password HTTP/1.1\r\nHost: x\r\nOrigin: ${url}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"em`;
    const kinds: Record<string, string> = {
      heads: 'GET /api/user HTTP/1.1\r\nHost: x\r\nX-A: ',
      bodies: post,
      readers: `GET /api/indonesian-data/provinces HTTP/1.1\r\nHost: x\r\nCookie: ${own.parent.cookie}\r\n\r\n`,
    };
    for (const [kind, text] of Object.entries(kinds)) {
      const sockets = Array.from({ length: SLOW }, () => open(url, text));
      // Only who reads hears the end; the slow readers never do.
      if (kind !== 'readers') for (const { socket } of sockets) socket.resume();
      bench.figure(
        `B15 p95 beside ${SLOW} slow ${kind}, ms`,
        Math.round(await ordinary(bench, 'B15', `slow ${kind}`)),
      );
      if (kind !== 'readers') {
        let timer: NodeJS.Timeout | undefined;
        const late = new Promise<'late'>((resolve) => {
          timer = setTimeout(() => resolve('late'), PATIENCE_MS);
        });
        const all = Promise.all(sockets.map(({ ended }) => ended));
        if ((await Promise.race([all, late])) === 'late')
          bench.fault('B15', `slow ${kind} are not cut`, '', '');
        clearTimeout(timer);
      }
      for (const { socket } of sockets) socket.destroy();
      await ordinary(bench, 'B15', `after slow ${kind}`);
    }
    return SLOW * 3;
  },
};

/** The local run allows a hundred times 200 sockets an address; the bound itself is tested at the gateway's own door. */
const idle: Group = {
  id: 'B16',
  what: 'idle sockets',
  async run(bench) {
    const sockets = Array.from({ length: IDLE }, () => open(bench.world.portal.url, ''));
    bench.figure(
      `B16 p95 beside ${IDLE} idle sockets, ms`,
      Math.round(await ordinary(bench, 'B16', 'idle sockets')),
    );
    for (const { socket } of sockets) socket.destroy();
    await ordinary(bench, 'B16', 'after idle sockets');
    return IDLE;
  },
};

export const socketGroups: readonly Group[] = [slow, idle];
