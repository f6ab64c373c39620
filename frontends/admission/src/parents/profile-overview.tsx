import { fieldsOfProfile, missingOfProfile, PROFILE_SECTIONS } from '@gerbang/domain/parents';
import { Quiet } from '@gerbang/ui/layout';
import { LinkRow, LinkRows } from '@gerbang/ui/link-rows';
import { ProgressRing } from '@gerbang/ui/progress-ring';
import { StatusTag } from '@gerbang/ui/status-tag';
import { Link } from '@gerbang/web-kit/page/router';
import { ChevronRight } from 'lucide-react';
import { wayToSection } from './profile-parts.ts';
import { profileCopy as copy } from './profile.copy.ts';
import { labelOf } from './profile-words.ts';

/** The four sections as rows, each with its ring and what it lacks, leading to its own short page. */
export function ProfileOverview({
  values,
  unsaved,
}: {
  values: Readonly<Record<string, string>>;
  /** Something typed is not saved: then the way to a section leaves no step in the history, which would ask. */
  unsaved: boolean;
}) {
  const missing = missingOfProfile(values);
  const fields = fieldsOfProfile(values);
  return (
    <LinkRows aria-label={copy.overview}>
      {PROFILE_SECTIONS.map((section) => {
        const total = fields[section].length;
        const left = missing[section];
        return (
          <LinkRow key={section}>
            <ProgressRing
              filled={total - left.length}
              total={total}
              label={copy.filled(total - left.length, total)}
            />
            <div>
              <Link to={wayToSection(section)} replace={unsaved}>
                {copy.sections[section]}
              </Link>
              {left.length > 0 ? (
                <Quiet $small>{copy.missing(left.map((name) => labelOf(name)))}</Quiet>
              ) : (
                <p>
                  <StatusTag tone="success">{copy.complete}</StatusTag>
                </p>
              )}
            </div>
            <ChevronRight size={20} aria-hidden="true" />
          </LinkRow>
        );
      })}
    </LinkRows>
  );
}
