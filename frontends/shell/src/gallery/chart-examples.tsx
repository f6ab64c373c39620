import { ChartFigure } from '@gerbang/ui/chart-frame';
import { BarChart, ColumnChart, LineChart, Sparkline } from '@gerbang/ui/charts';
import { SegmentBar, SegmentSwatch } from '@gerbang/ui/segment-bar';
import type { ExampleGroup } from './part-examples.tsx';

const ROWS = [
  { key: 'daftar', label: 'Terdaftar', parts: [120, 60], value: '180' },
  { key: 'lunas', label: 'Lunas', parts: [40, 20], value: '60', note: '33%' },
];
const LINES = [
  [2, 5, 9, 14],
  [1, 4, 6, 11],
];
const TABLE = {
  head: ['Langkah', 'SD', 'SMP'],
  rows: ROWS.map(({ key, label, parts }) => ({ key, cells: [label, ...parts] })),
};

export const chartExamples: ExampleGroup = {
  title: 'Grafik',
  examples: [
    {
      component: 'chart-frame',
      draw: () => (
        <ChartFigure
          title="Corong penerimaan"
          level="h3"
          sentence="Sepertiga pendaftar sudah lunas."
          table={TABLE}
          legend={['SD', 'SMP']}
        >
          <BarChart rows={ROWS} />
        </ChartFigure>
      ),
    },
    {
      component: 'charts',
      draw: () => (
        <>
          <ColumnChart rows={ROWS} height={80} beside dashed={1} />
          <LineChart lines={LINES} ends={['1 Nov', '4 Nov']} height={80} />
          <Sparkline values={[3, 5, 2, 8]} />
        </>
      ),
    },
    {
      component: 'segment-bar',
      draw: () => (
        <>
          <SegmentBar
            segments={[
              { key: 'lulus', count: 24, colour: 'chart-1' },
              { key: 'tidak', count: 3, colour: 'chart-4' },
            ]}
          />
          <SegmentBar
            label="Lunas Rp 12.000.000, diperiksa Rp 6.000.000, sisa Rp 6.000.000"
            segments={[
              { key: '1', count: 50, colour: 'chart-1' },
              { key: '2', count: 25, colour: [{ count: 20, colour: 'chart-3-striped' }] },
              { key: '3', count: 25, colour: 'none' },
            ]}
          />
          <SegmentSwatch fill="chart-3-striped" />
        </>
      ),
    },
  ],
};
