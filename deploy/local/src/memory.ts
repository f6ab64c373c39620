import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory of a process in bytes; 0 when it is gone. */
export function residentBytes(pid: number): number {
  const kilobytes = field(`/proc/${pid}/status`, 'VmRSS');
  if (kilobytes !== null) return kilobytes * 1024;
  if (process.platform === 'linux') return 0;
  return (
    Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim() || 0) * 1024
  );
}

/** Resident memory with shared pages divided among their processes (PSS); resident memory where the system has no PSS. */
export function shareBytes(pid: number): number {
  const share = field(`/proc/${pid}/smaps_rollup`, 'Pss');
  return share === null ? residentBytes(pid) : share * 1024;
}

/** Memory that no other process shares; resident memory where the system does not tell. */
export function privateBytes(pid: number): number {
  // Read once: the kernel walks all pages of the process for it, and holds the process up meanwhile.
  const [clean, dirty] = fields(`/proc/${pid}/smaps_rollup`, ['Private_Clean', 'Private_Dirty']);
  return typeof clean !== 'number' || typeof dirty !== 'number' ? residentBytes(pid) : (clean + dirty) * 1024;
}

/** Memory of a Postgres with all its backends; shared pages count once on Linux. */
export function clusterBytes(postmaster: number): number {
  return [postmaster, ...childrenOf(postmaster)].reduce((sum, pid) => sum + shareBytes(pid), 0);
}

function childrenOf(parent: number): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && field(`/proc/${name}/status`, 'PPid') === parent)
    .map(Number);
}

function field(file: string, name: string): number | null {
  return fields(file, [name])[0] ?? null;
}

/** The numbers after these names in a file of `/proc`; none where the process ended or the system has no such file. */
function fields(file: string, names: readonly string[]): (number | null)[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  return names.map((name) => {
    const found = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text);
    return found ? Number(found[1]) : null;
  });
}
