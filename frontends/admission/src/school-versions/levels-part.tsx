import { placeKeys, placeText, usualSteps } from '@gerbang/domain/continuations';
import { FIELD_LABELS } from '@gerbang/domain/school-parts';
import { FormSection, Beside } from '@gerbang/ui/form-section';
import { Quiet } from '@gerbang/ui/layout';
import { Choice, Line, Tick, useSetup, Whole, Words } from './setup-fields.tsx';
import { AddRow, DropRow, Pair } from './setup-rows.tsx';
import { partCopy as copy } from './school-versions.copy.ts';

/** The steps to the next class that differ from the usual ones. */
function StepsPart() {
  const { form } = useSetup();
  const { levels, next_classes: rows = [] } = form.settings;
  const places = placeKeys(levels).map((value) => ({ value, label: placeText(value) }));
  return (
    <FormSection title={FIELD_LABELS.next_classes}>
      <p>{copy.stepsLead(usualSteps(levels).join(', '))}</p>
      {rows.map((_row, index) => {
        const path = `next_classes.${index}`;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a step that is still chosen has no name of its own
          <Pair key={index}>
            <Choice
              path={`${path}.from`}
              label={copy.stepFrom}
              placeholder={copy.chooseClass}
              options={places}
            />
            <Choice
              path={`${path}.to`}
              label={copy.stepTo}
              options={[{ value: '', label: copy.stepEnds }, ...places]}
            />
            <DropRow path="next_classes" at={index} label={copy.removeStep(index + 1)} optional />
          </Pair>
        );
      })}
      <AddRow
        path="next_classes"
        most={places.length}
        label={copy.addStep}
        onNew={() => ({ from: '', to: '' })}
      />
    </FormSection>
  );
}

/** The four levels with their classes, and where their children go on. */
export function LevelsPart() {
  const { form } = useSetup();
  return (
    <>
      <Quiet>{copy.levelsLead}</Quiet>
      {form.settings.levels.map((level, index) => {
        const path = `levels.${index}`;
        return (
          <FormSection key={level.jenjang} title={`${level.jenjang} · ${level.unit_name}`}>
            <Tick path={`${path}.offered`} label={copy.offered} />
            {level.offered ? (
              <>
                <Beside>
                  <Line path={`${path}.label`} label={copy.label} hint={copy.labelHint} max={20} />
                  <Line
                    path={`${path}.npsn`}
                    label={copy.npsn}
                    hint={copy.npsnHint}
                    max={8}
                    optional
                    nullable
                    digits
                  />
                </Beside>
                <Line path={`${path}.unit_name`} label={copy.unitName} max={200} />
                <Words path={`${path}.classes`} label={copy.classes} hint={copy.classesHint} optional />
                <Beside>
                  <Whole path={`${path}.min_age_months`} label={copy.minAge} hint={copy.ageHint} />
                  <Whole path={`${path}.max_age_months`} label={copy.maxAge} hint={copy.ageHint} />
                </Beside>
              </>
            ) : null}
          </FormSection>
        );
      })}
      <StepsPart />
    </>
  );
}
