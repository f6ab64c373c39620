import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import type { ChildRow } from '@gerbang/contracts/children';
import type { Registration } from '@gerbang/contracts/registrations';
import type { SchoolConfig } from '@gerbang/contracts/school';
import { Dialog } from '@gerbang/ui/dialog';
import { RegistrationForm } from './registration-form.tsx';
import { useRegistration } from './registrations.api.ts';
import { useSchool } from '@gerbang/web-kit/api/school';
import { WayLine } from './way-line.tsx';
import { registrationFormCopy as copy } from './registrations.copy.ts';

interface RegistrationDialogProps {
  /** The registration to change; null = a new one. */
  readonly id: string | null;
  readonly options: readonly ChildRow[];
  /** The child that the step before leads here with. */
  readonly childId?: string | undefined;
  readonly onCreated?: ((registration: Registration) => void) | undefined;
  readonly onClose: () => void;
}

/** Creates or changes a registration. Everything the form needs is read when it opens. */
export function RegistrationDialog({ id, options, childId, onCreated, onClose }: RegistrationDialogProps) {
  const school = useSchool();
  const registration = useRegistration(id);
  const parts: { school: SchoolConfig; registration: Registration | null } | null =
    school.data && (id === null || registration.data)
      ? { school: school.data, registration: registration.data ?? null }
      : null;

  return (
    <Dialog title={id === null ? copy.addTitle : copy.editTitle} dismissable={false} onClose={onClose}>
      {id === null ? <WayLine now="Jenjang" /> : null}
      {parts ? (
        <RegistrationForm
          {...parts}
          options={options}
          childId={childId}
          onCreated={onCreated}
          onReload={() => void registration.refetch()}
          onClose={onClose}
        />
      ) : (
        <Loading
          of={id === null ? school : [school, registration]}
          lines={6}
          label={copy.loading}
          failed={copy.loadFailed}
        />
      )}
    </Dialog>
  );
}
