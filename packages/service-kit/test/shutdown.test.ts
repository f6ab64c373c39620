import { spawn } from 'node:child_process';
import { join } from 'node:path';

const kit = (file: string) => JSON.stringify(join(__dirname, '../src', file));

/** Runs a program that uses the kit; answers how it ended and what it said. */
function runProgram(body: string, stopAt?: string): Promise<{ code: number | null; said: string }> {
  const source = `import { run } from ${kit('shutdown.ts')};
import { ConfigError } from ${kit('config.ts')};
${body}`;
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
      env: { PATH: process.env.PATH },
    });
    let said = '';
    const hear = (chunk: Buffer) => {
      said += String(chunk);
      if (stopAt && said.includes(stopAt)) child.kill('SIGTERM');
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('close', (code) => resolve({ code, said }));
  });
}

describe('a process', () => {
  test('F2 when it gets SIGTERM, then it stops in order and ends with 0', async () => {
    const ended = await runProgram(
      `run(async () => { const held = setInterval(() => {}, 1000); setTimeout(() => console.log('ready'), 50);
        return async () => { clearInterval(held); console.log('stopped'); }; });`,
      'ready',
    );
    expect(ended).toEqual({ code: 0, said: 'ready\nstopped\n' });
  });

  test('when its configuration is wrong, then it ends with 1 and says only what is wrong', async () => {
    const ended = await runProgram(`run(async () => { throw new ConfigError('PORT: missing'); });`);
    expect(ended).toEqual({ code: 1, said: 'PORT: missing\n' });
  });

  test('when stopping fails, then it ends with 1', async () => {
    const ended = await runProgram(
      `run(async () => { setInterval(() => {}, 1000); setTimeout(() => console.log('ready'), 50);
        return async () => { throw new Error('stuck'); }; });`,
      'ready',
    );
    expect(ended.code).toBe(1);
    expect(ended.said).toContain('stuck');
  });
});
