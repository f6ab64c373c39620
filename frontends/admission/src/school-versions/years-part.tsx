import { FIELD_LABELS } from '@gerbang/domain/school-parts';
import { FormSection } from '@gerbang/ui/form-section';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { Link } from '@gerbang/web-kit/page/router';
import { Words } from './setup-fields.tsx';
import { partCopy as copy } from './school-versions.copy.ts';

/** The academic years that families can choose. */
export function YearsPart() {
  return (
    <FormSection title={FIELD_LABELS.academic_years} state={copy.yearsLead}>
      <Words path="academic_years" label={copy.years} hint={copy.yearsHint} />
      <p>
        {copy.waves} <Link to="/admin/waves">{copy.toWaves}</Link>
      </p>
      <p>
        {copy.seats} <Link to="/admin/seats">{copy.toSeats}</Link>
      </p>
    </FormSection>
  );
}

/** What the school asks of children has a page of its own. */
export function DocumentsPart() {
  const reads = useCan('documents.read');
  return (
    <FormSection title="Dokumen">
      <p>
        {copy.documents} {reads ? <Link to="/admin/document-types">{copy.toDocuments}</Link> : null}
      </p>
    </FormSection>
  );
}
