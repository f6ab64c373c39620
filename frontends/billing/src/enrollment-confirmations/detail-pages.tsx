import { useParams } from '@gerbang/web-kit/router';
import { EnrollmentDetail } from './enrollment-detail.tsx';

/** /enrollment-confirmation-detail/{confirmationId}: the family's own. */
export function ParentDetailPage() {
  const { confirmationId = '' } = useParams();
  return <EnrollmentDetail id={confirmationId} viewer="parent" />;
}

/** /admin/enrollment/{confirmationId}/details: the same as staff see it. */
export function StaffDetailPage() {
  const { confirmationId = '' } = useParams();
  return <EnrollmentDetail id={confirmationId} viewer="staff" />;
}
