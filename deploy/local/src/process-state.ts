import { readFileSync } from 'node:fs';

/** Whether the process runs; a zombie does not. */
export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !/^State:\s+Z/m.test(statusOf(pid));
}

/** The command line of the process; null when the process is gone or the system has no /proc. */
export function commandLine(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return null;
  }
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return ''; // no /proc on this system, or the process just ended
  }
}
