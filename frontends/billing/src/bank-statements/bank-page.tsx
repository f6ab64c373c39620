import { Tabs } from '@gerbang/ui/tabs';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { useSearchParams } from '@gerbang/web-kit/page/router';
import { type ComponentType, Suspense } from 'react';
import { styled } from 'styled-components';
import { copy } from './bank-statements.copy.ts';
import { LinesPart } from './lines-part.tsx';
import { DropZone, useUpload } from './statement-upload.tsx';

const UnappliedPart = lazyPart(() =>
  import('../unapplied-receipts/unapplied-part.tsx').then((file) => file.UnappliedPart),
);
const DaysPart = lazyPart(() => import('../bank-days/days-part.tsx').then((file) => file.DaysPart));
const OutgoingPart = lazyPart(() => import('./outgoing-part.tsx').then((file) => file.OutgoingPart));
const FilesPart = lazyPart(() => import('./files-part.tsx').then((file) => file.FilesPart));

const UploadReport = lazyPart(() => import('./upload-report.tsx').then((file) => file.UploadReport));

const PARTS = ['lines', 'outgoing', 'funds', 'days', 'files'] as const;
type Part = (typeof PARTS)[number];

/** Where a part begins: what waits is shown first. */
const BEGINNINGS: Readonly<Record<Part, Readonly<Record<string, string>>>> = {
  lines: {},
  outgoing: { bagian: 'outgoing' },
  funds: { bagian: 'funds', status: 'open' },
  days: { bagian: 'days' },
  files: { bagian: 'files' },
};

const VIEWS: Readonly<Record<Part, ComponentType>> = {
  lines: LinesPart,
  outgoing: OutgoingPart,
  funds: UnappliedPart,
  days: DaysPart,
  files: FilesPart,
};

// The drop zone stands beside the tabs where there is room; what came of a file is above the part that is open.
const Layout = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px 16px;
  [role='tablist'] {
    margin-block-end: 0;
  }
  @media (min-width: 1024px) {
    &[data-uploads] {
      grid-template-columns: minmax(0, 5fr) minmax(0, 4fr);
      > [role='tablist'] {
        grid-area: 1 / 1;
      }
      > :first-child {
        grid-area: 1 / 2;
      }
      > [data-outcome],
      > [role='tabpanel'] {
        grid-column: 1 / -1;
      }
    }
  }
`;

/** /admin/bank, 'Mutasi bank': what came in and went out by the banks' own files, and what became of it. */
export function BankPage() {
  const [params, setParams] = useSearchParams();
  const books = useCan('bank.book');
  const upload = useUpload();
  const part = PARTS.find((one) => one === params.get('bagian')) ?? 'lines';
  const View = VIEWS[part];
  const show = (next: Part) => setParams(BEGINNINGS[next]);
  return (
    <Layout data-uploads={books || undefined}>
      {books ? (
        <>
          <DropZone of={upload} />
          {upload.sent ? (
            <Suspense fallback={null}>
              <UploadReport of={upload} onFiles={() => show('files')} />
            </Suspense>
          ) : null}
        </>
      ) : null}
      <Tabs
        label={copy.parts}
        tabs={PARTS.map((id) => ({ id, label: copy.part[id] }))}
        value={part}
        onChange={show}
      >
        <Suspense fallback={null}>
          <View />
        </Suspense>
      </Tabs>
    </Layout>
  );
}
