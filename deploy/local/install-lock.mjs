/**
 * One `npm ci` at a time: two at once on one node_modules break it. The lock is a folder, which only one can make; in it
 * lie the numbers of the processes that hold it. Plain JavaScript, because it works before anything is installed.
 */
import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 200;
/** A folder without a number is given this long before it counts as left behind. */
const UNNAMED_MS = 5000;

/**
 * Runs the work while this process holds the lock; a second process waits and prints for which one. `work` receives a
 * function that notes a child: the lock holds while that child runs, even when this process was killed.
 */
export async function withInstallLock(folder, work, say = console.log) {
  await take(folder, say);
  try {
    return await work((child) => note(folder, child));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function take(folder, say) {
  mkdirSync(dirname(folder), { recursive: true });
  let said = false;
  while (!make(folder)) {
    if (leftBehind(folder)) {
      putAway(folder);
      continue;
    }
    if (!said) {
      const [holder] = holders(folder);
      say(
        `Waiting for ${holder ? `process ${holder}` : 'another process'}, which is installing packages (lock: ${folder})`,
      );
    }
    said = true;
    await sleep(LOOK_MS);
  }
  note(folder, process.pid);
}

/** Makes a folder; false when it is there already. */
function make(folder) {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function note(folder, pid) {
  appendFileSync(join(folder, 'pids'), `${pid}\n`);
}

function holders(folder) {
  try {
    return readFileSync(join(folder, 'pids'), 'utf8').split('\n').filter(Boolean).map(Number);
  } catch (error) {
    if (error.code === 'ENOENT') return []; // just made, or just given back
    throw error;
  }
}

function leftBehind(folder) {
  const pids = holders(folder);
  return pids.length > 0 ? !pids.some(alive) : olderThan(folder, UNNAMED_MS);
}

function olderThan(folder, milliseconds) {
  const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
  return made !== undefined && Date.now() - made > milliseconds;
}

/**
 * Removes a lock that was left behind. One at a time, and only after a second look: otherwise the slower of two would
 * remove the lock that the faster has taken meanwhile.
 */
function putAway(folder) {
  const turn = `${folder}.turn`;
  if (!make(turn)) {
    if (olderThan(turn, UNNAMED_MS)) rmSync(turn, { recursive: true, force: true });
    return;
  }
  try {
    if (leftBehind(folder)) rmSync(folder, { recursive: true, force: true });
  } finally {
    rmSync(turn, { recursive: true, force: true });
  }
}

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
