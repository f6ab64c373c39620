// JavaScript, because a thread that has to take the types off its own file first costs several megabytes more.
import { writeSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';

const { shared, layout, name, periodMs, looks, exitCode } = workerData;
const counters = new Int32Array(shared, 0, 2);
const bytes = Buffer.from(shared);
// A large program on a busy machine takes seconds to say where it stands.
const LAST_WORD_MS = 5000;
const FRAMES = 12;
const FATAL = 60;

const beats = () => Atomics.load(counters, 0);

/**
 * Blocks until the event loop has not turned for so many looks in a row. Looks are counted and no clock is read: a machine
 * that slept or a process that was stopped costs one look, however long it took.
 */
function untilStill() {
  const never = new Int32Array(new SharedArrayBuffer(4));
  let seen = beats();
  for (let still = 0; still < looks; ) {
    Atomics.wait(never, 0, 0, periodMs);
    const now = beats();
    still = now === seen ? still + 1 : 0;
    seen = now;
  }
}

/** What the process started last, the latest first. */
function lastStarted() {
  const count = Atomics.load(counters, 1) >>> 0;
  return Array.from({ length: Math.min(count, layout.slots) }, (_, back) => {
    const at = layout.head + ((count - 1 - back) % layout.slots) * layout.slotBytes;
    const length = Math.min(Math.max(bytes.readInt32LE(at + 8), 0), layout.slotBytes - layout.textAt);
    const text = bytes.toString('latin1', at + layout.textAt, at + layout.textAt + length);
    const [part, kind, reqId, route] = text.split('\n');
    const ago = Math.max(0, Math.round(Date.now() - bytes.readDoubleLE(at)));
    return { part, kind, route, ...(reqId && { reqId }), agoMs: ago };
  });
}

/** Writes the line; a pipe that is full may take it a little later. */
function say(line) {
  const rest = Buffer.from(`${JSON.stringify(line)}\n`);
  for (let at = 0, tries = 0; at < rest.length && tries < 100; ) {
    try {
      at += writeSync(1, rest, at);
    } catch {
      tries += 1;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

/** Stops the main thread where it is: where that was, and whether a debugger held it already. */
async function look(session) {
  const scripts = new Map();
  let frames;
  const stopped = new Promise((resolve) => {
    session.on('Debugger.scriptParsed', ({ params }) => scripts.set(params.scriptId, params.url));
    session.on('Debugger.paused', ({ params }) => {
      frames = params.callFrames.slice(0, FRAMES).map(({ functionName, location }) => {
        const file = basename(scripts.get(location.scriptId) ?? '');
        return `${functionName || '(anonymous)'} ${file}:${location.lineNumber + 1}`;
      });
      resolve();
    });
  });
  const limit = sleep(LAST_WORD_MS);
  const enabled = new Promise((resolve) => session.post('Debugger.enable', () => resolve(true)));
  if (!(await Promise.race([enabled, limit]))) return { frames: [], held: false };
  if (frames) return { frames, held: true };
  session.post('Debugger.pause');
  await Promise.race([stopped, limit]);
  return { frames: frames ?? [], held: false };
}

for (;;) {
  untilStill();
  const seen = beats();
  const { Session } = process.getBuiltinModule('node:inspector');
  const session = new Session();
  session.connectToMainThread();
  const { frames, held } = await look(session);
  if (held || beats() !== seen) {
    session.disconnect();
    continue;
  }
  say({
    level: FATAL,
    time: Date.now(),
    process: name,
    stillMs: Math.round(periodMs * looks),
    where: frames,
    started: lastStarted(),
    msg: 'event loop stuck, the program ends itself',
  });
  // Only the main thread can end the process with a code of its own, and native code does not let it.
  session.post('Runtime.evaluate', { expression: `process.exit(${exitCode})` });
  await sleep(LAST_WORD_MS);
  process.kill(process.pid, 'SIGKILL');
}
