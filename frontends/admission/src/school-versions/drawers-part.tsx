import { FIELD_LABELS } from '@gerbang/domain/school-parts';
import { partRoleNames } from '@gerbang/domain/school-versions';
import { FormSection } from '@gerbang/ui/form-section';
import { Tick, useSetup } from './setup-fields.tsx';
import { partCopy as copy, setupCopy } from './school-versions.copy.ts';

/** Whether the school takes cash into drawers. */
export function DrawersPart() {
  const { readOnly } = useSetup();
  return (
    <FormSection
      title={FIELD_LABELS.cash_drawers}
      state={readOnly ? setupCopy.readOnly(partRoleNames(false)) : undefined}
    >
      <p>{copy.drawersLead}</p>
      <Tick path="cash_drawers" label={copy.drawersTick} />
    </FormSection>
  );
}
