import { GUIDE, NEW_GUIDE } from '@gerbang/domain/school-settings';
import { LogoField } from '../school-public/logo-field.tsx';
import { OptionalPart } from './optional-part.tsx';
import { partCopy } from './school-versions.copy.ts';
import { Group, Line, Lines, Tick, useSetup } from './setup-fields.tsx';
import { AddRow, DropRow } from './setup-rows.tsx';

const copy = partCopy.guide;
const PATH = 'guide';
const QUESTIONS = `${PATH}.questions`;

/** What families read of the school before they log in. */
export function GuidePart() {
  const { form, readOnly } = useSetup();
  const { guide } = form.settings;
  return (
    <OptionalPart path={PATH} copy={copy} isSet={guide !== undefined} onNew={() => NEW_GUIDE}>
      <Tick path={`${PATH}.fees`} label={copy.fees} />
      <Line
        path={`${PATH}.accreditation`}
        label={copy.accreditation}
        hint={copy.accreditationHint}
        max={GUIDE.accreditation}
        optional
      />
      <Line path={`${PATH}.help`} label={copy.help} hint={copy.helpHint} max={GUIDE.help} optional />
      <LogoField
        what="foto"
        fileId={guide?.photo_file_id ?? null}
        disabled={readOnly}
        onChange={(id) => form.put(`${PATH}.photo_file_id`, id)}
      />
      {guide?.questions.map((_question, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a question that is still typed has no name of its own
        <Group key={at}>
          <legend>{copy.row(at + 1)}</legend>
          <Line path={`${QUESTIONS}.${at}.question`} label={copy.question} max={GUIDE.question} />
          <Lines path={`${QUESTIONS}.${at}.answer`} label={copy.answer} max={GUIDE.answer} optional={false} />
          <DropRow path={QUESTIONS} at={at} label={copy.removeRow(at + 1)} />
        </Group>
      ))}
      <AddRow
        path={QUESTIONS}
        most={GUIDE.questions}
        label={copy.addRow}
        onNew={() => ({ question: '', answer: '' })}
      />
    </OptionalPart>
  );
}
