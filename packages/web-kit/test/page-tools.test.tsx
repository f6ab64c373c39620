import { PAGE_TOOLS, PageTools } from '@gerbang/web-kit/lists/page-tools.tsx';
import { render } from '@testing-library/react';
import { useEffect } from 'react';

test.each([
  ['the frame has a place', true],
  ['the frame has none', false],
])(
  'when %s and comes with its page, then the tools are made once, and nothing typed there can be lost',
  (_case, has) => {
    const made = jest.fn();
    function Search() {
      useEffect(made, []);
      return <input type="search" />;
    }
    const { container } = render(
      <>
        <header>{has ? <div id={PAGE_TOOLS} /> : null}</header>
        <main>
          <PageTools>
            <Search />
          </PageTools>
        </main>
      </>,
    );
    expect(container.querySelectorAll(has ? 'header input' : 'main input')).toHaveLength(1);
    expect(made).toHaveBeenCalledTimes(1);
  },
);
