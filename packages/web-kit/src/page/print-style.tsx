import { createGlobalStyle } from 'styled-components';

/** Only the content of the page is printed: no navigation, no bar, nothing that is marked `data-no-print`; lists across the sheet. */
export const PrintStyle = createGlobalStyle<{ $across?: boolean }>`
  @media print {
    @page {
      size: A4 ${({ $across }) => ($across ? 'landscape' : 'portrait')};
      margin: ${({ $across }) => ($across ? '12mm' : '16mm')};
    }
    #root aside,
    #root header:not(main header),
    #root footer,
    #root nav,
    #root [aria-label='Notifikasi'],
    #root [data-no-print],
    #root [role='tablist'] {
      display: none !important;
    }
  }
`;
