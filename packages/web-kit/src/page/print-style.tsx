import { createGlobalStyle } from 'styled-components';

/** Only the content of the page is printed: no navigation, no bar, nothing that is marked `data-no-print`. */
export const PrintStyle = createGlobalStyle`
  @media print {
    @page {
      margin: 16mm;
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
