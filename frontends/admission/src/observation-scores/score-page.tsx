import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { isMissing } from '@gerbang/web-kit/api/records';
import { formatMoment } from '@gerbang/web-kit/page/format';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { RecordWait } from '@gerbang/web-kit/page/record-wait.tsx';
import { Link, useParams } from '@gerbang/web-kit/page/router';
import { Suspense, useState } from 'react';
import { useOwnSheet } from './scores.api.ts';
import { boardCopy, scoreCopy as copy } from './scores.copy.ts';
import { SheetForm } from './sheet-form.tsx';

// Read by few, and each reading is noted.
const ScoreBoardPart = lazyPart(() => import('./score-board.tsx').then((file) => file.ScoreBoardPart));

/** /admin/scores/:id, 'Lembar penilaian': what the viewer saw of a child, and for those who may, what all saw. */
export function ScorePage() {
  const { id = '' } = useParams();
  const read = useOwnSheet(id);
  const [opened, setOpened] = useState(false);
  if (!read.data || isMissing(read.error)) {
    const missing = { title: copy.missing, text: copy.missingText, toLabel: copy.toRegistrations };
    return (
      <RecordWait
        of={read}
        missing={{ ...missing, to: '/admin/registration' }}
        lines={10}
        label={copy.loading}
        failed={copy.loadFailed}
      />
    );
  }
  const { registration, rubric, sheet, closed, reads_all } = read.data;
  const { reopened } = sheet ?? {};
  return (
    <Stack>
      <Stack as={Card} $gap={4}>
        <h2>
          <Link to={`/admin/registration?id=${id}`}>{registration.child_name}</Link>
        </h2>
        <Quiet $figures>
          {registration.registration_number} · {levelLabel(registration.jenjang)}
          {rubric ? ` · ${rubric.title}` : null}
        </Quiet>
        {closed === undefined ? <Quiet $small>{copy.keys}</Quiet> : null}
      </Stack>
      {closed === undefined ? null : <Banner tone="info">{closed}</Banner>}
      {reopened && closed === undefined ? (
        <Banner tone="attention">
          {copy.reopened(reopened.by ?? copy.head, formatMoment(reopened.at), reopened.reason)}
        </Banner>
      ) : null}
      {rubric && (closed === undefined || sheet) ? (
        <SheetForm
          key={`${id} ${sheet?.status === 'submitted'} ${reopened?.at}`}
          of={read.data}
          rubric={rubric}
        />
      ) : null}
      {reads_all ? (
        <Card as="section" aria-label={boardCopy.title}>
          <Stack $gap={12}>
            <CardTitle>{boardCopy.title}</CardTitle>
            {opened ? (
              <Suspense fallback={null}>
                <ScoreBoardPart registrationId={id} />
              </Suspense>
            ) : (
              <>
                <Quiet $small>{boardCopy.audited}</Quiet>
                <div>
                  <Button variant="secondary" onClick={() => setOpened(true)}>
                    {boardCopy.open}
                  </Button>
                </div>
              </>
            )}
          </Stack>
        </Card>
      ) : null}
    </Stack>
  );
}
