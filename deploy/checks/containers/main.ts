import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Load, startLoad } from './load.ts';
import { commandWalk, type Walk, WALKS } from './walks.ts';

const HELP = `npm run walk:faults -- --origin https://… --simulator http://127.0.0.1:8090 [--only stop,kill …] [--command "sh deploy/docker/release.sh"] [--families N]
Hurts a portal that runs by docker compose from this folder, with the profile simulator and a school, while new families
read and write: stops, spins and kills each program, kills the stores, fills small volumes. Or does one command meanwhile, such as an update. Tells
for each the seconds until everything worked again and the calls that were lost; what was acknowledged must be there.
The limits of one network must be wide (REGISTRATIONS_PER_ADDRESS, REQUESTS_PER_MINUTE). Walks:
${WALKS.map(({ name }) => `  ${name}`).join('\n')}`;
const CALM_MS = 3000;

const { values } = parseArgs({
  options: {
    origin: { type: 'string', default: '' },
    simulator: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    command: { type: 'string' },
    families: { type: 'string', default: '8' },
    help: { type: 'boolean' },
  },
});
const { origin, simulator, only, command, families } = values;

if (values.help || !origin || !simulator) {
  console.log(HELP);
  process.exitCode = values.help ? 0 : 1;
} else process.exitCode = await walk();

async function walk(): Promise<number> {
  const words = only.split(',');
  const walks = command
    ? [commandWalk(command)]
    : WALKS.filter(({ name }) => words.some((word) => name.includes(word)));
  const load = await startLoad(origin, simulator, Number(families));
  let failures = 0;
  try {
    for (const one of walks) if (!(await tryOne(one, load))) failures += 1;
  } finally {
    const wrong = await load.stop();
    const { calls, acknowledged, slowestMs } = load.figures;
    console.log(
      `${calls} calls, ${load.lost.length} lost, the slowest ${seconds(slowestMs)}; ${wrong.length} families lost one of ${acknowledged} acknowledged writes`,
    );
    failures += wrong.length;
    // Without a single write the comparison would say nothing.
    if (acknowledged === 0) failures += 1;
  }
  return failures === 0 ? 0 : 1;
}

/** One walk; false where the portal did not come back. */
async function tryOne({ name, run }: Walk, { lost, figures }: Load): Promise<boolean> {
  await sleep(CALM_MS);
  const before = { lost: lost.length, calls: figures.calls };
  const began = performance.now();
  const problem = await run().then(
    () => null,
    (error: Error) => error.message,
  );
  const back = performance.now() - began;
  await sleep(CALM_MS);
  const gone = lost.slice(before.lost);
  const until = gone.length > 0 ? seconds(Math.max(...gone.map(({ endedAt }) => endedAt)) - began) : 'never';
  const statuses = [...Map.groupBy(gone, ({ outcome }) => outcome)].map(
    ([outcome, all]) => `${all.length} × ${outcome}`,
  );
  console.log(
    `${problem ? 'FAILED' : 'ok'}  ${name}: back after ${seconds(back)}, calls lost until ${until}: ` +
      `${gone.length} of ${figures.calls - before.calls} (${statuses.join(', ') || 'none'}), load ${loadavg()[0]?.toFixed(1)}${problem ? `\n  ${problem}` : ''}`,
  );
  return !problem;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
