import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fault, Report } from '../fault.ts';

const PROGRAM = join(import.meta.dirname, '..', 'partition-program.ts');
const TRY = 'ip link set lo up && iptables -A INPUT -p tcp --dport 1 -j DROP';

function possible(): string | null {
  if (process.getuid?.() !== 0) return 'a network of its own needs root';
  const tried = spawnSync('unshare', ['-n', 'sh', '-c', TRY]);
  return tried.status === 0 ? null : 'unshare, ip or iptables are missing or not allowed';
}

/** The line to billing loses every packet, in a network of its own so that the machine's is left alone. */
export const partition: Fault = {
  id: 'F12',
  title: 'packets to billing dropped (network namespace)',
  seeded: false,
  skipped: possible,
  async run({ queue, seed }) {
    const folder = mkdtempSync(join(tmpdir(), 'gerbang-partition-'));
    const file = join(folder, 'report.json');
    const command = 'ip link set lo up && exec "$0" "$@"';
    const args = ['-n', 'sh', '-c', command, process.execPath, PROGRAM, file, queue, String(seed)];
    try {
      const said = await new Promise<string>((resolve) =>
        execFile('unshare', args, { maxBuffer: 2 ** 26 }, (error, out, err) =>
          resolve(`${error ?? ''}${out}${err}`),
        ),
      );
      if (!existsSync(file)) throw new Error(said);
      return JSON.parse(readFileSync(file, 'utf8')) as Report;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
