import { useParams } from '@gerbang/web-kit/router';
import { EnrollmentDetail } from './enrollment-detail.tsx';

/** /enrollment-confirmation-detail/{confirmationId}: the family's own (admission workflow §2). */
export function ParentDetailPage() {
  const { confirmationId = '' } = useParams();
  return <EnrollmentDetail id={confirmationId} viewer="parent" />;
}

/** /admin/enrollment/{confirmationId}/details: the same as staff see it (admission workflow §2). */
export function StaffDetailPage() {
  const { confirmationId = '' } = useParams();
  return <EnrollmentDetail id={confirmationId} viewer="staff" />;
}
