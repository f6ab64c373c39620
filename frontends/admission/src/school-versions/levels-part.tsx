import { FormSection, Beside } from '@gerbang/ui/form-section';
import { Quiet } from '@gerbang/ui/layout';
import { Line, Tick, useSetup, Whole, Words } from './setup-fields.tsx';
import { partCopy as copy } from './school-versions.copy.ts';

/** The four levels with their classes. */
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
    </>
  );
}
