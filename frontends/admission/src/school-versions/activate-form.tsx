import type { SchoolDraft } from '@gerbang/contracts/school-versions';
import { mustWait, onlyRuleWaits } from '@gerbang/domain/school-changes';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Stack } from '@gerbang/ui/layout';
import { TextArea } from '@gerbang/ui/text-area';
import { issuesOf } from '@gerbang/web-kit/api/client';
import { useDecision, useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { type FormEvent, useState } from 'react';
import { weekdayMoment } from './moment-text.ts';
import type { SetupChanges } from './school-versions.api.ts';
import { activateCopy as copy } from './activate.copy.ts';

const NOTE_MAX = 300;

/** The reason of a change, and the button that lets it count. */
export function ActivateForm({
  draft,
  waits,
  activate,
}: {
  draft: SchoolDraft;
  /** Whether a version is in force already: changed accounts then wait. */
  waits: boolean;
  activate: SetupChanges['activate'];
}) {
  const [note, setNote] = useState(draft.note ?? '');
  const [error, setError] = useState<string>();
  const keyOf = useRepeatKey();
  const ofRule = onlyRuleWaits(draft.changes);
  const { send, pending } = useDecision(activate, {
    done: ({ status, version, active_from }) =>
      status === 'active'
        ? [copy.activated, copy.activatedText(version)]
        : [copy.scheduledTitle, copy.scheduledText(weekdayMoment(active_from), ofRule)],
    failed: copy.failed,
    onClose: () => undefined,
    onFailure: (failure) => setError(issuesOf(failure).note),
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (note.trim() === '') {
      setError(copy.noteMissing);
      return;
    }
    const body = { row_version: draft.row_version, note };
    send({ key: keyOf(body), body });
  };
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack>
        {waits && mustWait(draft.changes) ? <Banner tone="attention">{copy.waits(ofRule)}</Banner> : null}
        <TextArea
          label={copy.note}
          hint={copy.noteHint}
          error={error}
          maxLength={NOTE_MAX}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <div>
          <Button type="submit" pending={pending} pendingLabel={copy.activating}>
            {copy.activate}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
