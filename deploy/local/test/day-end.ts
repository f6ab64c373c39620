import { waitForDay } from '../src/day-end.ts';

// A test and the service read the day a moment apart, and many files read it once, as they are loaded.
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitForDay(Date.now()));
