import { highest } from './figures.ts';
import type { Bench } from './measurement.ts';
import type { Row } from './report.ts';
import { isTiny } from './smoke.ts';
import { fill, logInAsStaff } from './staff-school.ts';

const SIZE = 50_000;
const QUICK_SIZE = 2000;
const TINY_SIZE = 100;
const MB = 1024 * 1024;

/** The whole list as a workbook: what admission and the gateway need for it beside what they have at rest. */
export async function measureExport(bench: Bench): Promise<Row[]> {
  const stack = bench.stack();
  const registrations = isTiny() ? TINY_SIZE : bench.quick ? QUICK_SIZE : SIZE;
  await fill(bench, registrations);
  const { cookie } = await logInAsStaff(stack);
  const names = ['gateway', 'admission'] as const;
  const bytesOf = () =>
    stack
      .memory()
      .filter(({ name }) => names.some((one) => one === name))
      .reduce((sum, { bytes }) => sum + bytes, 0);
  const before = bytesOf();
  const began = performance.now();
  const { most, result } = await highest(bytesOf, async () => {
    const response = await fetch(`${stack.url}/api/admin/registrations/export`, { headers: { cookie } });
    if (!response.ok) throw new Error(`The export answered ${response.status}`);
    let bytes = 0;
    for await (const chunk of response.body ?? []) bytes += chunk.length;
    return bytes;
  });
  return [
    {
      what: `export of ${registrations} registrations, memory of gateway and admission over what they had`,
      value: (most - before) / MB,
      unit: 'MB',
      wanted: { atMost: 150 },
    },
    {
      what: `export of ${registrations} registrations`,
      value: (performance.now() - began) / 1000,
      unit: 's',
      note: `${(result / MB).toFixed(1)} MB`,
    },
  ];
}
