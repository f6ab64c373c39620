import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, LONGEST_WAIT_MS } from './calls.ts';
import { underLoad, waitForHealth } from './judge.ts';
import { probe } from './programs.ts';
import { openWorld, type QueueKind } from './world.ts';

/** Program: runs F12 in a network namespace, where packets to billing are dropped, and writes the report to a file. */
const CUT_MS = 30_000;
const [file = '', queue = 'postgres', seed = '1'] = process.argv.slice(2);

const world = await openWorld({ queue: queue as QueueKind });
try {
  const { port } = world.billingLine;
  const rules = [
    [['INPUT', '-p', 'tcp', '--dport', String(port)]],
    [
      ['INPUT', '-p', 'tcp', '--dport', String(port)],
      ['INPUT', '-p', 'tcp', '--sport', String(port)],
    ],
  ];
  const report = await underLoad(world, { seed: Number(seed), twiceAtMost: 2 }, async () => {
    const wrong: string[] = [];
    const late: string[] = [];
    const back: number[] = [];
    for (const dropped of rules) {
      await sleep(2000);
      for (const rule of dropped) execFileSync('iptables', ['-A', ...rule, '-j', 'DROP']);
      const end = Date.now() + CUT_MS;
      while (Date.now() < end) {
        const [billing, admission] = await Promise.all([
          call(world.stack.url, world.people.staff.admin, {
            method: 'GET',
            path: '/api/admin/invoices?limit=1',
          }),
          probe(world, '/api/admin/registrations?limit=1'),
        ]);
        if (billing.status !== 503 && billing.status !== 504)
          wrong.push(`billing returned ${billing.status}`);
        if (billing.ms > LONGEST_WAIT_MS) late.push(`billing took ${billing.ms} ms`);
        if (admission.status !== 200) wrong.push(`admission returned ${admission.status} meanwhile`);
        await sleep(300);
      }
      for (const rule of dropped) execFileSync('iptables', ['-D', ...rule, '-j', 'DROP']);
      back.push(await waitForHealth(world, 60_000));
    }
    return {
      did: `packets to billing dropped for ${CUT_MS / 1000} s, then in both directions`,
      wrong,
      late,
      figures: { 'healthy again, ms': back.join(' and ') },
    };
  });
  writeFileSync(file, JSON.stringify(report));
} finally {
  await world.close();
}
