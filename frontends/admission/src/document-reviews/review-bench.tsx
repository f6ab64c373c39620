import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { Suspense } from 'react';
import { styled } from 'styled-components';
import { ReviewFacts } from './review-facts.tsx';
import { ReviewHistory } from './review-history.tsx';
import { ReviewPages } from './review-pages.tsx';
import { ReviewReasons } from './review-reasons.tsx';
import { reviewCopy as copy } from './document-reviews.copy.ts';
import type { ReviewBench as Bench } from './use-review-bench.ts';
import type { ReviewDesk } from './use-review.ts';

const DateField = lazyPart(() => import('@gerbang/ui/date-field').then((file) => file.DateField));

// The page takes the room that is left; on phones it stands above the data.
const Columns = styled.div`
  display: grid;
  gap: 16px;
  min-height: 0;
  grid-template-columns: minmax(0, 1fr);
  @media (min-width: 720px) {
    grid-template-columns: minmax(0, 1fr) minmax(240px, 320px);
  }
  &[data-beside] {
    height: 100%;
    grid-template-rows: minmax(0, 1fr);
  }
`;

const Picture = styled.div`
  display: grid;
  grid-auto-rows: minmax(0, 1fr);
  min-height: 0;
  height: 56dvh;
  [data-beside] > & {
    height: auto;
  }
`;

const Data = styled(Stack)`
  align-content: start;
  min-height: 0;
  [data-beside] > & {
    overflow: auto;
  }
`;

/** A document beside what the family typed. */
export function ReviewBench({
  bench,
  desk,
  keys,
  beside,
}: {
  bench: Bench;
  desk: Pick<ReviewDesk, 'ahead'>;
  /** Whether single keys act. */
  keys: boolean;
  /** In a panel of fixed height. */
  beside: boolean;
}) {
  const { row, read, document, older, asksReason } = bench;
  const months = document?.type.expires_months ?? null;
  const note = (older ?? document?.versions[0])?.note;
  return (
    <Columns data-beside={beside || undefined}>
      <Picture>
        <ReviewPages
          label={row.type.label}
          pages={older?.pages ?? row.pages}
          ahead={desk.ahead}
          keys={keys}
        />
      </Picture>
      <Data $gap={12}>
        {bench.ownFamily ? <Banner tone="attention">{copy.ownFamily}</Banner> : null}
        {bench.isNewer ? (
          <Banner tone="info" role="status">
            {copy.newer}
          </Banner>
        ) : null}
        {older ? (
          <Banner tone="attention">
            <p>{copy.older(older.number)}</p>
            <Button small variant="secondary" onClick={() => bench.showVersion(null)}>
              {copy.newest}
            </Button>
          </Banner>
        ) : null}
        {asksReason ? (
          <ReviewReasons
            key={row.id}
            document={row.type.label}
            differing={bench.differing}
            text={bench.typed.text}
            keys={keys}
            onText={(text) => bench.type({ text })}
            onReason={bench.decide}
            onClose={bench.stopAsking}
          />
        ) : null}
        {!read.data ? (
          <Loading of={read} lines={6} label={copy.loading} failed={copy.loadFailed} />
        ) : (
          <>
            <ReviewFacts
              facts={bench.facts}
              ticks={bench.ticks}
              accepted={bench.accepted}
              onTicks={bench.setTicks}
            />
            {note ? (
              <section aria-label={copy.note}>
                <h3>{copy.note}</h3>
                <p>{note}</p>
              </section>
            ) : null}
            {document?.type.help ? (
              <Quiet $small>
                {copy.help}: {document.type.help}
              </Quiet>
            ) : null}
            {months !== null && bench.accepts ? (
              <Suspense fallback={null}>
                <DateField
                  optional
                  label={copy.expires}
                  hint={copy.expiresHint(months)}
                  limits={bench.days}
                  value={bench.typed.expires_on}
                  onChange={(expires_on) => bench.type({ expires_on })}
                />
              </Suspense>
            ) : null}
            {document ? (
              <ReviewHistory
                versions={document.versions}
                shown={older?.number ?? row.number}
                onShow={bench.showVersion}
              />
            ) : null}
          </>
        )}
      </Data>
    </Columns>
  );
}
