import { spawn } from 'node:child_process';
import { PassThrough, Readable } from 'node:stream';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { typedPassword } from '../src/users/typed-password.ts';

describe('a password on standard input', () => {
  test('when a file or a pipe holds one, then its first line is taken, whatever its line end', async () => {
    expect(await typedPassword(Readable.from(['mangga-manis\n']))).toBe('mangga-manis');
    expect(await typedPassword(Readable.from(['mangga', '-manis\r\n', 'lain\n']))).toBe('mangga-manis');
    expect(await typedPassword(Readable.from([Buffer.from('tanpa akhir baris')]))).toBe('tanpa akhir baris');
    const [first, second] = [Buffer.from('é').subarray(0, 1), Buffer.from('é').subarray(1)];
    expect(await typedPassword(Readable.from([first, second]))).toBe('é');
  });

  test('when there is none, then it is empty', async () => {
    expect(await typedPassword(Readable.from([]))).toBe('');
    expect(await typedPassword(Object.assign(new PassThrough(), { isTTY: true }))).toBe('');
  });

  test('when the pipe is held open, then the program does not wait for its end', async () => {
    expect(await typedPassword(new PassThrough(), 30)).toBe('');
    const open = new PassThrough();
    open.write('mangga-manis\n');
    expect(await typedPassword(open, 60_000)).toBe('mangga-manis');
  });

  test('when a real program has an open pipe without input, then it continues and ends', async () => {
    const module = join(import.meta.dirname, '../src/users/typed-password.ts');
    const program = `import { typedPassword } from ${JSON.stringify(module)};
      console.log(JSON.stringify(await typedPassword(process.stdin, 200)));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'pipe' });
    const [output, code] = await Promise.all([
      text(child.stdout),
      new Promise((resolve) => child.once('exit', resolve)),
    ]);
    expect([output, code]).toEqual(['""\n', 0]);
  });
});
