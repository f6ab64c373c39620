/** One figure of a program's `/metrics`; it reads some of them from the time since they were asked for last. */
export async function figure(metricsUrl: string, name: string): Promise<number> {
  const response = await fetch(metricsUrl);
  if (!response.ok) throw new Error(`${metricsUrl} answered ${response.status}`);
  const line = (await response.text()).split('\n').find((one) => one.startsWith(`${name}{`));
  const value = Number(line?.split(' ').at(-1));
  if (line === undefined || Number.isNaN(value)) throw new Error(`${metricsUrl} has no ${name}`);
  return value;
}

/** The highest that a figure gets while the work lasts. */
export async function highest<T>(
  read: () => number,
  work: () => Promise<T>,
): Promise<{ most: number; result: T }> {
  let most = read();
  const timer = setInterval(() => {
    most = Math.max(most, read());
  }, 50);
  try {
    const result = await work();
    return { result, most };
  } finally {
    clearInterval(timer);
  }
}
