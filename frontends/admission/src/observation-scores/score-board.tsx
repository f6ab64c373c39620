import type { ScoreBoard } from '@gerbang/contracts/observation-scores';
import { RECOMMENDATION_LABELS, WIDE_SPREAD } from '@gerbang/domain/observation-scores';
import { SCALE } from '@gerbang/domain/rubrics';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Quiet, Row, Stack, Text } from '@gerbang/ui/layout';
import { SummaryList } from '@gerbang/ui/summary-list';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { Suspense, useState } from 'react';
import { figure } from './score-words.ts';
import { useScoreBoard, useScoreChanges } from './scores.api.ts';
import { boardCopy as copy } from './scores.copy.ts';

type Sheet = ScoreBoard['all'][number];

const ReasonDialog = lazySheet(() =>
  import('@gerbang/web-kit/desk/reason-dialog.tsx').then((file) => file.ReasonDialog),
);

function ReopenDialog({ of, sheet, onClose }: { of: string; sheet: Sheet; onClose: () => void }) {
  const { send, pending } = useDecision(useScoreChanges(of).reopen, {
    done: copy.reopened,
    failed: copy.reopenFailed,
    onClose,
    onFailure: () => {},
  });
  return (
    <ReasonDialog
      title={copy.reopenOf(sheet.assessor.name ?? copy.unnamed)}
      lead={copy.reopenLead}
      label={copy.reason}
      hint={copy.reasonHint}
      required={copy.reasonRequired}
      action={copy.reopen}
      variant="primary"
      maxLength={200}
      pending={pending}
      onSend={(reason) => send({ scoreId: sheet.id, reason })}
      onClose={onClose}
    />
  );
}

function One({ sheet, onReopen }: { sheet: Sheet; onReopen: (() => void) | null }) {
  const { assessor, content, rubric } = sheet;
  const name = assessor.name ?? copy.unnamed;
  const stepOf = (score: number | null) => (score === null ? copy.notSeen : SCALE[score - 1]);
  return (
    <Stack as="section" $gap={8} aria-label={name}>
      <Row $justify="between" $align="center">
        <h3>{name}</h3>
        {onReopen && content ? (
          <Button small variant="secondary" aria-label={copy.reopenOf(name)} onClick={onReopen}>
            {copy.reopen}
          </Button>
        ) : null}
      </Row>
      {content === null ? (
        <Quiet>{copy.draft}</Quiet>
      ) : (
        <>
          <Text $figures>
            {[
              ...(content.average === null ? [] : [copy.together(figure(content.average), null)]),
              ...(content.recommendation === null ? [] : [RECOMMENDATION_LABELS[content.recommendation]]),
            ].join(' · ')}
          </Text>
          <SummaryList
            rows={[
              ...rubric.items.map(({ key, label }) => ({
                label,
                value: stepOf(content.scores[key] ?? null),
              })),
              ...(content.notes === null ? [] : [{ label: copy.notes, value: content.notes }]),
            ]}
          />
        </>
      )}
    </Stack>
  );
}

/** All sheets about a child with what they say together; the head opens one again. */
export function ScoreBoardPart({ registrationId }: { registrationId: string }) {
  const read = useScoreBoard(registrationId);
  const reopens = useCan('scores.reopen');
  const [reopening, setReopening] = useState<Sheet | null>(null);
  if (!read.data) return <Loading of={read} lines={6} label={copy.loading} failed={copy.loadFailed} />;
  const { average, spread, all } = read.data;
  return (
    <Stack>
      {average === null ? null : (
        <Text $figures>
          <strong>{copy.together(figure(average), spread === null ? null : figure(spread))}</strong>
        </Text>
      )}
      {spread !== null && spread >= WIDE_SPREAD ? <Banner tone="attention">{copy.differ}</Banner> : null}
      {all.length === 0 ? <Quiet>{copy.none}</Quiet> : null}
      {all.map((sheet) => (
        <One key={sheet.id} sheet={sheet} onReopen={reopens ? () => setReopening(sheet) : null} />
      ))}
      {reopening ? (
        <Suspense fallback={null}>
          <ReopenDialog of={registrationId} sheet={reopening} onClose={() => setReopening(null)} />
        </Suspense>
      ) : null}
    </Stack>
  );
}
