import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import type { AnnouncementRow } from '@gerbang/contracts/announcement-shapes';
import { Dialog } from '@gerbang/ui/dialog';
import { RadioCards } from '@gerbang/ui/radio-group';
import { TextArea } from '@gerbang/ui/text-area';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { useId, useState, type FormEvent } from 'react';
import { styled } from 'styled-components';
import { Examination } from './examination.tsx';
import { AnnouncementText, Facts } from './facts.tsx';
import { ReachNote } from './reach-note.tsx';
import { ResultsTable } from './results-table.tsx';
import { DONE, failureOf, sayMissed } from './say.ts';
import { useAnnouncement, useAnnouncementChanges } from './announcements.api.ts';
import { actionCopy, confirmCopy, reviewCopy as copy } from './announcements.copy.ts';
import { isMissing } from '@gerbang/web-kit/api/records';
import type { Acting } from './use-acting.ts';

const VERDICTS = ['approved', 'rejected'] as const;
const NOTES_MAX = 2000;

/** Facts on one line, so that the results stand in the first view. */
const Brief = styled.div`
  @media (min-width: 900px) {
    dl {
      display: flex;
      flex-wrap: wrap;
      gap: 4px 24px;
    }
    dl > div {
      gap: 8px;
      min-height: 0;
      padding: 0;
      border: 0;
    }
    dd {
      margin: 0;
      text-align: start;
    }
  }
`;

const Form = styled.form`
  display: grid;
  gap: 20px;
  padding-block-start: 20px;
  padding-block-end: 12px;
  border-block-start: 1px solid var(--border-subtle);
  background: var(--bg-surface);
  /* The decision stays in view beside any number of rows, where the window has the room. */
  @media (min-width: 900px) and (min-height: 640px) {
    position: sticky;
    z-index: 3;
    inset-block-end: 0;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    > :last-child {
      grid-column: 1 / -1;
    }
    textarea {
      height: 84px;
    }
  }
`;

/** Details, every student's result, and the verdict with its notes. */
export function ReviewDialog({ row, acting }: { row: AnnouncementRow; acting: Acting }) {
  const id = useId();
  const record = useAnnouncement(row.id);
  const { review } = useAnnouncementChanges();
  const [verdict, setVerdict] = useState<(typeof VERDICTS)[number] | null>(null);
  const [notes, setNotes] = useState('');
  const [asked, setAsked] = useState(false);
  const announcement = record.data;

  const { send, pending } = useDecision(review, {
    done: (_, { body }) => DONE[body.status],
    ...failureOf('review'),
    onClose: acting.close,
    onFailure: (error) => acting.refused(error, announcement ?? row),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!announcement || pending) return;
    setAsked(true);
    if (verdict === null) {
      sayMissed('verdict');
      document.getElementById(id)?.focus();
      return;
    }
    send({ of: announcement, body: { status: verdict, review_notes: notes.trim() || null } });
  };

  return (
    <Dialog title={copy.title} wide dismissable={false} onClose={acting.close}>
      {announcement ? (
        <>
          <h3>{announcement.title}</h3>
          <Brief>
            <Facts announcement={announcement} brief />
          </Brief>
          <AnnouncementText text={announcement.content} />
          <Examination announcement={announcement} />
          <ReachNote announcement={announcement} />
          <ResultsTable announcement={announcement} tellingFirst />
          <Form method="post" noValidate onSubmit={submit}>
            <RadioCards
              id={id}
              name="status"
              label={copy.verdict}
              value={verdict ?? ''}
              error={asked && verdict === null ? copy.verdictRequired : undefined}
              options={VERDICTS.map((one) => ({
                value: one,
                label: copy.verdicts[one].label,
                description: copy.verdicts[one].text,
              }))}
              onChange={({ target }) => setVerdict(VERDICTS.find((one) => one === target.value) ?? null)}
            />
            <TextArea
              label={copy.notes}
              hint={copy.notesHint}
              optional
              maxLength={NOTES_MAX}
              value={notes}
              onChange={({ target }) => setNotes(target.value)}
            />
            <FormActions
              label={copy.save}
              pending={pending}
              onCancel={() => (pending ? undefined : acting.close())}
            />
          </Form>
        </>
      ) : (
        <Loading
          of={record}
          lines={8}
          label={confirmCopy.loading}
          failed={isMissing(record.error) ? actionCopy.gone : confirmCopy.loadFailed}
        />
      )}
    </Dialog>
  );
}
