/** Whether the program of this container lives; no answer at all is the same as a bad one. The port is the one it was told. */
const address = `http://127.0.0.1:${process.env.PORT}/${process.argv[2] ?? 'healthz'}`;
const answer = await fetch(address, { signal: AbortSignal.timeout(2000) }).catch(() => null);
process.exit(answer?.ok ? 0 : 1);
