import type { OwnSheet } from '@gerbang/contracts/observation-scores';
import {
  RECOMMENDATION_LABELS,
  RECOMMENDATIONS,
  type Recommendation,
  type Scores,
  SHEET_NOTES_MAX,
} from '@gerbang/domain/observation-scores';
import { RUBRIC_GROUPS, type RubricGroup } from '@gerbang/domain/rubrics';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Container, Quiet, Stack } from '@gerbang/ui/layout';
import { RadioGroup } from '@gerbang/ui/radio-group';
import { SaveBar } from '@gerbang/ui/save-bar';
import { TextArea } from '@gerbang/ui/text-area';
import { ApiError } from '@gerbang/web-kit/api/client';
import { UnsavedGuard } from '@gerbang/web-kit/forms/unsaved-guard.tsx';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { useState } from 'react';
import { ItemRow } from './item-row.tsx';
import { useScoreChanges } from './scores.api.ts';
import { scoreCopy as copy } from './scores.copy.ts';
import { figure } from './score-words.ts';

interface Written {
  readonly scores: Scores;
  readonly recommendation: Recommendation | '';
  readonly notes: string;
}
const writtenOf = (sheet: OwnSheet['sheet']): Written => ({
  scores: sheet?.scores ?? {},
  recommendation: sheet?.recommendation ?? '',
  notes: sheet?.notes ?? '',
});
/** As a text that is the same for the same content. */
const textOf = ({ scores, recommendation, notes }: Written): string =>
  JSON.stringify([
    Object.entries(scores)
      .filter(([, score]) => score !== null)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    recommendation,
    notes.trim(),
  ]);

const CHOICES = [
  ...RECOMMENDATIONS.map((value) => ({ value: value as string, label: RECOMMENDATION_LABELS[value] })),
  { value: '', label: copy.noRecommendation },
];

/** The version of the sheet that another window has saved meanwhile. */
function versionElsewhere(error: Error): number | undefined {
  if (!(error instanceof ApiError) || error.body?.code !== 'stale') return undefined;
  return (error.body.stale?.present as OwnSheet | undefined)?.sheet?.version;
}

/** The sheet of one child. What was typed stays after a refusal, and is asked about before the page is left. */
export function SheetForm({ of, rubric }: { of: OwnSheet; rubric: NonNullable<OwnSheet['rubric']> }) {
  const { sheet, closed } = of;
  const readOnly = closed !== undefined;
  const [now, setNow] = useState(() => writtenOf(sheet));
  const [base, setBase] = useState({ text: textOf(writtenOf(sheet)), version: sheet?.version });
  const [elsewhere, setElsewhere] = useState(false);
  const [asked, setAsked] = useState(false);
  const { write } = useScoreChanges(of.registration.id);
  const given = rubric.items.filter(({ key }) => (now.scores[key] ?? null) !== null).length;
  const unsaved = !readOnly && textOf(now) !== base.text;
  const groups = Object.keys(RUBRIC_GROUPS) as RubricGroup[];

  const save = (status: 'draft' | 'submitted') => {
    if (write.isPending) return;
    const { scores, recommendation, notes } = now;
    write.mutate(
      {
        scores: { ...scores },
        recommendation: recommendation || null,
        notes: notes.trim() || null,
        status,
        ...(base.version !== undefined && { version: base.version }),
      },
      {
        onSuccess: ({ sheet: stored }) => {
          setAsked(false);
          setElsewhere(false);
          setBase({ text: textOf(now), version: stored?.version });
          const [title, text] = status === 'draft' ? copy.saved : copy.sent;
          toast(title, text);
        },
        onError: (error) => {
          setAsked(false);
          toastFailure(copy.failed, error);
          const version = versionElsewhere(error);
          if (version === undefined) return;
          setElsewhere(true);
          setBase({ text: base.text, version });
        },
      },
    );
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
      }}
    >
      <UnsavedGuard unsaved={unsaved} />
      <Stack>
        {elsewhere ? <Banner tone="attention">{copy.elsewhere}</Banner> : null}
        {groups.map((group) => {
          const items = rubric.items.filter((item) => item.group === group);
          return items.length === 0 ? null : (
            <Card key={group} as="section" aria-label={RUBRIC_GROUPS[group]}>
              <CardTitle as="h3">{RUBRIC_GROUPS[group]}</CardTitle>
              <Container>
                {items.map((item) => (
                  <ItemRow
                    key={item.key}
                    item={item}
                    score={now.scores[item.key] ?? null}
                    readOnly={readOnly}
                    onChange={(score) =>
                      setNow((before) => ({ ...before, scores: { ...before.scores, [item.key]: score } }))
                    }
                  />
                ))}
              </Container>
            </Card>
          );
        })}
        <Card as="div">
          <Stack>
            <RadioGroup
              name="recommendation"
              label={copy.recommendation}
              optional
              options={CHOICES}
              value={now.recommendation}
              disabled={readOnly}
              onChange={({ target }) =>
                setNow((before) => ({ ...before, recommendation: target.value as Recommendation | '' }))
              }
            />
            <TextArea
              label={copy.notes}
              hint={copy.notesHint}
              optional
              maxLength={SHEET_NOTES_MAX}
              rows={5}
              readOnly={readOnly}
              value={now.notes}
              onChange={({ target }) => setNow((before) => ({ ...before, notes: target.value }))}
            />
          </Stack>
        </Card>
        {readOnly ? (
          sheet?.average ? (
            <Quiet $figures>{copy.average(figure(sheet.average))}</Quiet>
          ) : null
        ) : (
          <SaveBar
            note={
              <span role="status">
                {copy.given(given, rubric.items.length)} ·{' '}
                {unsaved ? copy.unsaved : base.version === undefined ? '' : copy.stored}
              </span>
            }
          >
            <Button
              variant="secondary"
              pending={write.isPending && !asked}
              pendingLabel={copy.pending}
              onClick={() => save('draft')}
            >
              {copy.save}
            </Button>
            <Button type="submit">{copy.send}</Button>
          </SaveBar>
        )}
      </Stack>
      {asked ? (
        <AlertDialog
          title={copy.sendTitle}
          confirmLabel={copy.send}
          pendingLabel={copy.pending}
          pending={write.isPending}
          destructive={false}
          onConfirm={() => save('submitted')}
          onCancel={() => setAsked(false)}
        >
          <p>
            {copy.given(given, rubric.items.length)}. {copy.sendText}
          </p>
        </AlertDialog>
      ) : null}
    </form>
  );
}
