import { fieldsOfProfile, missingOfProfile, PROFILE_SECTIONS } from '@gerbang/domain/parents';
import { Quiet } from '@gerbang/ui/layout';
import { ProgressRing } from '@gerbang/ui/progress-ring';
import { StatusTag } from '@gerbang/ui/status-tag';
import { Link } from '@gerbang/web-kit/router';
import { ChevronRight } from 'lucide-react';
import { styled } from 'styled-components';
import { wayToSection } from './profile-parts.ts';
import { profileCopy as copy } from './profile.copy.ts';
import { labelOf } from './profile-values.ts';

const List = styled.ul`
  overflow: hidden;
  border: 1px solid var(--border-subtle);
  border-radius: 14px;
  background: var(--bg-surface);
`;

const Row = styled.li`
  position: relative;
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 64px;
  padding: 10px 14px;
  & + & {
    border-block-start: 1px solid var(--border-subtle);
  }
  &:hover {
    background: var(--bg-subtle);
  }
  > div {
    flex: 1;
    min-width: 0;
  }
  a {
    color: var(--text-primary);
    font-weight: 650;
    text-decoration: none;
  }
  a::after {
    content: '';
    position: absolute;
    inset: 0;
  }
`;

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
    <List aria-label={copy.overview}>
      {PROFILE_SECTIONS.map((section) => {
        const total = fields[section].length;
        const left = missing[section];
        return (
          <Row key={section}>
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
          </Row>
        );
      })}
    </List>
  );
}
