import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { getDataExport } from '@gerbang/contracts/data-export';
import { ERASED_TEXTS, isErasureOpen, KEPT_TEXTS } from '@gerbang/domain/erasure-requests';
import type { ErasureRequest } from '@gerbang/contracts/erasure-requests';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { SummaryList } from '@gerbang/ui/summary-list';
import { download } from '@gerbang/web-kit/files/download';
import { formatMoment } from '@gerbang/web-kit/page/format';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { Download } from 'lucide-react';
import { Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { useOwnErasures } from '../erasure-requests/erasure-requests.api.ts';
import { privacyCopy as copy } from '../erasure-requests/erasure-requests.copy.ts';
import { ErasureStatusTag } from '../erasure-requests/erasure-status.tsx';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const AskErasureDialog = lazyPart(() =>
  import('../erasure-requests/ask-erasure-dialog.tsx').then((file) => file.AskErasureDialog),
);

const Section = styled(Card)`
  display: grid;
  gap: 16px;
  h3 {
    font-size: 1rem;
    line-height: 1.5;
  }
  ul {
    display: grid;
    gap: 4px;
    margin: 4px 0 0;
    padding-inline-start: 20px;
    list-style: disc;
  }
  button {
    justify-self: start;
  }
  @media (max-width: 639.98px) {
    button {
      justify-self: stretch;
    }
  }
`;

function ExportCard() {
  const [pending, setPending] = useState(false);
  const fetchAll = () => {
    setPending(true);
    download(getDataExport.path, copy.fileName)
      .then(
        () => toast(copy.exported, copy.exportedText),
        (error: unknown) => toastFailure(copy.exportFailed, error),
      )
      .finally(() => setPending(false));
  };
  return (
    <Section aria-labelledby="data-export">
      <CardTitle id="data-export">{copy.exportTitle}</CardTitle>
      <p>{copy.exportText}</p>
      <Quiet>{copy.exportHint}</Quiet>
      <Button
        variant="secondary"
        icon={<Download size={18} aria-hidden="true" />}
        pending={pending}
        pendingLabel={copy.exporting}
        onClick={fetchAll}
      >
        {copy.export}
      </Button>
    </Section>
  );
}

/** The newest case with its clock. */
function Case({ of: one }: { of: ErasureRequest }) {
  return (
    <>
      {one.overdue ? <Banner tone="attention">{copy.overdue}</Banner> : null}
      <SummaryList
        rows={[
          { label: copy.status, value: <ErasureStatusTag of={one} viewer="family" /> },
          { label: copy.received, value: formatMoment(one.received_at) },
          one.decided_at === null
            ? { label: copy.due, value: formatMoment(one.due_at) }
            : { label: copy.decided, value: formatMoment(one.decided_at) },
          ...(one.decision_reason === null ? [] : [{ label: copy.reason, value: one.decision_reason }]),
        ]}
      />
    </>
  );
}

function EraseCard() {
  const cases = useOwnErasures();
  const [asking, setAsking] = useState(false);
  const [newest] = cases.data ?? [];
  return (
    <Section aria-labelledby="data-erasure">
      <CardTitle id="data-erasure">{copy.eraseTitle}</CardTitle>
      <p>{copy.eraseText}</p>
      {[
        { title: copy.erased, texts: ERASED_TEXTS },
        { title: copy.kept, texts: KEPT_TEXTS },
      ].map(({ title, texts }) => (
        <div key={title}>
          <h3>{title}</h3>
          <ul>
            {texts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      ))}
      {cases.isError || !cases.data ? (
        <Loading of={cases} lines={2} label={copy.loading} failed={copy.loadFailed} />
      ) : (
        <>
          {newest ? <Case of={newest} /> : null}
          {newest && isErasureOpen(newest.status) ? null : (
            <Button variant="danger" onClick={() => setAsking(true)}>
              {newest ? copy.askAgain : copy.ask}
            </Button>
          )}
        </>
      )}
      <Suspense fallback={null}>
        {asking ? <AskErasureDialog onClose={() => setAsking(false)} /> : null}
      </Suspense>
    </Section>
  );
}

/** /privacy: what a family may ask about its own data (UU 27/2022, articles 30, 32, 40 and 43). */
export function PrivacyPage() {
  return (
    <Stack $gap={24} $width={640}>
      <ExportCard />
      <EraseCard />
    </Stack>
  );
}
