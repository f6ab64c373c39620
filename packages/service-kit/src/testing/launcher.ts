import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

/** Starts programs of a folder with these variables. */
export function launcher(folder: string, env: Readonly<Record<string, string>>) {
  const running = new Set<ChildProcess>();
  return {
    launch(program: string, more: Readonly<Record<string, string>> = {}): ChildProcess {
      const child = spawn(process.execPath, [join(folder, program)], {
        env: { ...env, ...more },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      running.add(child);
      child.once('exit', () => running.delete(child));
      return child;
    },
    /** Kills what still runs. */
    end(): void {
      for (const child of running) child.kill('SIGKILL');
    },
  };
}
