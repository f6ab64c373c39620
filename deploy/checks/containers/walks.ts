import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { compose, healthy, inside, signal, startedAgain, stateOf } from './compose.ts';

const PROGRAMS = ['auth', 'admission', 'announcement', 'billing', 'notification', 'gateway'];
const STORES = ['postgres', 'redis'];
/** A machine's own disk is not filled for a walk. */
const MOST_TO_FILL_KB = 2_000_000;
const FULL_MS = 20_000;

/** Something that happens to a portal in containers; resolves when the portal should be whole again. */
export interface Walk {
  readonly name: string;
  readonly run: () => Promise<unknown>;
}

/** Does something to the program of a service and waits until its container was started again. */
const comesBack = (name: string, service: string, hurt: (service: string) => Promise<unknown>): Walk => ({
  name: `${name} ${service}`,
  async run() {
    const { startedAt } = await stateOf(service);
    await hurt(service);
    await startedAgain(service, startedAt);
  },
});

/** Lets the event loop of a program turn for ever, through the inspector that SIGUSR1 opens inside of its container. */
async function spin(service: string): Promise<void> {
  await signal(service, 'USR1');
  const program = `
    const find = async () => (await (await fetch('http://127.0.0.1:9229/json')).json())[0].webSocketDebuggerUrl;
    let url;
    for (let tries = 0; !url && tries < 50; tries += 1) url = await find().catch(() => new Promise((go) => setTimeout(go, 100)));
    const socket = new WebSocket(url);
    await new Promise((open) => socket.addEventListener('open', open));
    socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: 'for (;;);' } }));
    setTimeout(() => process.exit(), 500);`;
  await compose('exec', '-T', service, 'node', '--input-type=module', '--eval', program);
}

/** A process that nothing waits for ends with 2: without an init PostgreSQL would restart all its processes. */
const orphan: Walk = {
  name: 'orphan in postgres',
  async run() {
    const startOf =
      'psql -U postgres -Atc "select backend_start from pg_stat_activity where backend_type = \'checkpointer\'"';
    const before = await inside('postgres', startOf);
    await inside('postgres', '(sh -c "sleep 1; exit 2" &) ; sleep 3');
    if ((await inside('postgres', startOf)) !== before) throw new Error('PostgreSQL restarted its processes');
  },
};

/** Leaves a volume no free byte for a while. It must be a small one: an override of compose gives it a disk of its own. */
const full = (service: string, folder: string): Walk => ({
  name: `full ${service}`,
  async run() {
    const free = Number(await inside(service, `df -Pk ${folder} | awk 'NR == 2 { print $4 }'`));
    if (free > MOST_TO_FILL_KB)
      throw new Error(`${folder} has ${free} KB free: give its volume a small disk first`);
    await inside(service, `dd if=/dev/zero of=${folder}/filler bs=64k 2> /dev/null || true`);
    await sleep(FULL_MS);
    await inside(service, `rm ${folder}/filler`);
    await Promise.all([...PROGRAMS, ...STORES].map(healthy));
  },
});

export const WALKS: readonly Walk[] = [
  ...PROGRAMS.map((service) => comesBack('stop', service, (name) => signal(name, 'STOP'))),
  ...PROGRAMS.map((service) => comesBack('spin', service, spin)),
  ...[...PROGRAMS, ...STORES].map((service) => comesBack('kill', service, (name) => signal(name, 'KILL'))),
  orphan,
  full('postgres', '/var/lib/postgresql'),
  full('admission', '/files'),
];

/** A command of the operator's, such as an update or a backup. */
export const commandWalk = (command: string): Walk => ({
  name: command,
  async run() {
    const child = spawn('sh', ['-c', command], { stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`${command} ended with ${code}`);
  },
});
