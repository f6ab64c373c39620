import type { FamilyNote } from '@gerbang/contracts/families';
import { FAMILY_NOTE_MAX, FAMILY_NOTE_MIN } from '@gerbang/domain/families';
import { ROLE_WORDS } from '@gerbang/domain/roles';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Quiet, Row, Text } from '@gerbang/ui/layout';
import { useDecision, useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { ReasonDialog } from '@gerbang/web-kit/desk/reason-dialog.tsx';
import { formatMoment } from '@gerbang/web-kit/page/format';
import { PhoneCall } from 'lucide-react';
import { useState } from 'react';
import { useAddNote } from './families.api.ts';
import { familyCopy as copy } from './families.copy.ts';
import { Lines, Whole } from './family-parts.tsx';

/** What was said on the telephone, the newest first; notes are only added. */
export function FamilyNotes({ familyId, notes }: { familyId: string; notes: readonly FamilyNote[] }) {
  const [adding, setAdding] = useState(false);
  const keyOf = useRepeatKey();
  const { send, pending } = useDecision(useAddNote(familyId), {
    done: [copy.saved, copy.savedText],
    failed: copy.saveFailed,
    onClose: () => setAdding(false),
    // What was typed stays.
    onFailure: () => undefined,
  });
  return (
    <Whole as={Card} $gap={12} aria-label={copy.notes}>
      <Row $justify="between" $align="center">
        <CardTitle>{copy.notes}</CardTitle>
        <Button
          small
          variant="secondary"
          data-no-print
          icon={<PhoneCall size={18} aria-hidden="true" />}
          onClick={() => setAdding(true)}
        >
          {copy.add}
        </Button>
      </Row>
      {notes.length === 0 ? <Quiet>{copy.noNotes}</Quiet> : null}
      <Lines>
        {notes.map((note) => (
          <li key={note.id}>
            <Text $lines>{note.text}</Text>
            <Quiet $small $figures>
              {note.by.name ?? '-'} · {ROLE_WORDS[note.by.role]} · {formatMoment(note.at)}
            </Quiet>
          </li>
        ))}
      </Lines>
      {adding ? (
        <ReasonDialog
          title={copy.addTitle}
          lead={copy.addLead}
          label={copy.addLabel}
          hint={copy.addHint}
          required={copy.addRequired}
          action={copy.save}
          variant="primary"
          minLength={FAMILY_NOTE_MIN}
          maxLength={FAMILY_NOTE_MAX}
          pending={pending}
          onSend={(text) => send({ text, key: keyOf({ familyId, text }) })}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </Whole>
  );
}
