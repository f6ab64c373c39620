import type { SchoolDraft } from '@gerbang/contracts/school-versions';
import { partOf } from '@gerbang/domain/school-changes';
import { SCHOOL_PART_LABELS, type SchoolPart } from '@gerbang/domain/school-parts';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { styled } from 'styled-components';
import { activateCopy as copy } from './activate.copy.ts';

const List = styled.ul`
  display: grid;
  gap: 8px;
  margin-block-start: 8px;
  li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 4px 16px;
  }
  button {
    color: inherit;
    text-decoration: underline;
  }
`;

/** What keeps a draft from being activated, or what to look at again, each with the way to its part. */
export function Findings({
  title,
  tone,
  findings,
  onPart,
}: {
  title: string;
  tone: 'danger' | 'attention';
  findings: SchoolDraft['blocks'] | SchoolDraft['warnings'];
  onPart: (part: SchoolPart) => void;
}) {
  if (findings.length === 0) return null;
  return (
    <Banner tone={tone}>
      <strong>{title}</strong>
      <List>
        {findings.map(({ code, text, path }) => {
          const part = partOf(path);
          return (
            <li key={`${code} ${path} ${text}`}>
              {text}
              <Button small variant="ghost" onClick={() => onPart(part)}>
                {copy.fix(SCHOOL_PART_LABELS[part])}
              </Button>
            </li>
          );
        })}
      </List>
    </Banner>
  );
}
