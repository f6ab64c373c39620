import { Link } from '@gerbang/web-kit/page/router';
import { useCan } from '@gerbang/web-kit/session/abilities';
import type { ReactNode } from 'react';

const LABEL = 'Buka keluarga';

/** To the page of a family, by its account or one of its registrations. For other roles: the words alone, where there are any. */
export function FamilyLink({ id, children }: { id: string; children?: ReactNode }) {
  const reads = useCan('families.read');
  return reads ? <Link to={`/admin/families/${id}`}>{children ?? LABEL}</Link> : children;
}
