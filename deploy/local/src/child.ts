import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from './paths.ts';

export interface ChildResult {
  code: number;
  output: string;
}

interface ChildOptions {
  env?: Record<string, string | undefined>;
  cwd?: string;
  /** True: its lines go to the terminal instead of into the result. */
  show?: boolean;
  /** Ends it before its time, which is an error. */
  signal?: AbortSignal;
}

/** The part of the surrounding environment that every program receives; the rest is given explicitly. */
export function plainEnv(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const ofSystem = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'npm_execpath', 'NODE_EXTRA_CA_CERTS'];
  const kept = [...ofSystem, 'LOG_LEVEL', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER_ARG'];
  return {
    // The compile cache makes the second start faster and each program 20 to 30 MB smaller.
    NODE_COMPILE_CACHE: join(projectRoot, '.cache', 'node'),
    // Memory that a start needed goes back to the system, instead of glibc raising what it keeps: 7 MB a program.
    MALLOC_TRIM_THRESHOLD_: '131072',
    ...Object.fromEntries(kept.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
  };
}

/** Runs a program with this process's Node and waits for its end. */
export function runNode(args: string[], options: ChildOptions = {}): Promise<ChildResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: options.cwd ?? projectRoot,
      env: { ...plainEnv(), ...options.env },
      stdio: options.show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      signal: options.signal,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text: Buffer) => {
        output += text.toString();
      });
    }
    // The terminal sends Ctrl-C to the child too, so this process only waits; a SIGTERM is forwarded.
    const wait = () => undefined;
    const forward = () => child.kill('SIGTERM');
    if (options.show) process.on('SIGINT', wait).on('SIGTERM', forward);
    const over = () => process.off('SIGINT', wait).off('SIGTERM', forward);
    child.once('error', (error) => {
      over();
      reject(error);
    });
    child.once('close', (code) => {
      over();
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Like `runNode`, but an exit code other than 0 is an error with the program's output. */
export async function mustRunNode(what: string, args: string[], options: ChildOptions = {}): Promise<string> {
  const { code, output } = await runNode(args, options);
  if (code !== 0) throw new UsageError(`${what} failed (exit code ${code})\n${output.trim()}`);
  return output;
}

/** An error for the person at the terminal, printed without its stack. */
export class UsageError extends Error {}
