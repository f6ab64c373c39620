import { Button } from '@gerbang/ui/button';
import { FormSection } from '@gerbang/ui/form-section';
import { RemoveButton } from '@gerbang/ui/table-style';
import type { ReactNode } from 'react';
import { useSetup } from './setup-fields.tsx';

/** A section of the set-up that a school may do without: nothing at its path until it is begun, nothing after it is ended. */
export function OptionalPart({
  path,
  copy,
  isSet,
  onNew,
  children,
}: {
  path: string;
  copy: Readonly<Record<'title' | 'lead' | 'none' | 'begin' | 'end', string>>;
  isSet: boolean;
  /** What it begins with. */
  onNew: () => unknown;
  children: ReactNode;
}) {
  const { form, readOnly } = useSetup();
  return (
    <FormSection title={copy.title} state={copy.lead}>
      {isSet ? children : <p>{copy.none}</p>}
      {readOnly ? null : (
        <div>
          {isSet ? (
            <RemoveButton small variant="secondary" onClick={() => form.put(path, undefined)}>
              {copy.end}
            </RemoveButton>
          ) : (
            <Button small variant="secondary" onClick={() => form.put(path, onNew())}>
              {copy.begin}
            </Button>
          )}
        </div>
      )}
    </FormSection>
  );
}
