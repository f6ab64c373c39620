import { Card } from '@gerbang/ui/card';
import { PageHeader } from '@gerbang/ui/page-header';
import { styled } from 'styled-components';
import { FirstPaintEnd } from '@gerbang/first-paint/take-over';
import { fieldExamples, actionExamples, type ExampleGroup, feedbackExamples } from './part-examples.tsx';
import { chartExamples } from './chart-examples.tsx';
import { layoutExamples } from './layout-examples.tsx';

/** Everything of packages/ui that draws something; a new component adds its example to one of these modules. */
export const GROUPS: readonly ExampleGroup[] = [
  actionExamples,
  fieldExamples,
  feedbackExamples,
  layoutExamples,
  chartExamples,
];

const Column = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  h2 {
    margin-block-start: 24px;
    font-size: 1.25rem;
  }
  h3 {
    margin-block-end: 16px;
    font-size: 0.875rem;
    color: var(--text-secondary);
  }
`;

const Stage = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: start;
  gap: 12px;
  > div,
  > nav,
  > ol,
  > dl,
  > section,
  > table,
  > fieldset {
    flex: 1 1 100%;
    min-width: 0;
  }
`;

/** All components on one page, in a local run only. */
export function GalleryPage() {
  return (
    <Column>
      <FirstPaintEnd />
      <PageHeader title="Galeri komponen" description="Semua komponen antarmuka dengan contohnya" />
      {GROUPS.map((group) => (
        <Column key={group.title}>
          <h2>{group.title}</h2>
          {group.examples.map(({ component, draw }) => (
            <Card as="div" key={component} data-example={component}>
              <h3 lang="en" translate="no">
                {component}
              </h3>
              <Stage>{draw()}</Stage>
            </Card>
          ))}
        </Column>
      ))}
    </Column>
  );
}
