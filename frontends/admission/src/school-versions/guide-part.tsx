import { GUIDE, NEW_GUIDE } from '@gerbang/domain/school-settings';
import { Button } from '@gerbang/ui/button';
import { FormSection } from '@gerbang/ui/form-section';
import { RemoveButton } from '@gerbang/ui/table-style';
import { LogoField } from '../school-public/logo-field.tsx';
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
  if (!guide) {
    return (
      <FormSection title={copy.title} state={copy.lead}>
        <p>{copy.none}</p>
        {readOnly ? null : (
          <div>
            <Button small variant="secondary" onClick={() => form.put(PATH, NEW_GUIDE)}>
              {copy.begin}
            </Button>
          </div>
        )}
      </FormSection>
    );
  }
  return (
    <FormSection title={copy.title} state={copy.lead}>
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
        fileId={guide.photo_file_id}
        disabled={readOnly}
        onChange={(id) => form.put(`${PATH}.photo_file_id`, id)}
      />
      {guide.questions.map((_question, at) => (
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
      {readOnly ? null : (
        <div>
          <RemoveButton small variant="secondary" onClick={() => form.put(PATH, undefined)}>
            {copy.end}
          </RemoveButton>
        </div>
      )}
    </FormSection>
  );
}
