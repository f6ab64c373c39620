import { createGlobalStyle } from 'styled-components';

/**
 * On paper stands the announcement alone: no navigation, no bar, no buttons; a table's head again on every page, and no
 * row cut in two.
 */
export const PrintStyle = createGlobalStyle`
  @media print {
    @page {
      margin: 16mm;
    }
    body {
      font-size: 11pt;
    }
    #root aside,
    #root header:not(main header),
    #root footer,
    #root [aria-label='Notifikasi'],
    #root main button,
    #root main a,
    #root main nav {
      display: none !important;
    }
    #root main {
      max-width: none;
      padding: 0;
    }
    #root main section {
      padding: 0;
      border: 0;
      background: none;
    }
    #root main thead {
      display: table-header-group;
    }
    #root main tr,
    #root main dl > div {
      break-inside: avoid;
    }
  }
`;
