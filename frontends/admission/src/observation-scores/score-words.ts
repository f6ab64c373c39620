const FIGURES = new Intl.NumberFormat('id-ID', { minimumFractionDigits: 1, maximumFractionDigits: 2 });

/** `3,4`; two places where there are more. */
export const figure = (value: number): string => FIGURES.format(value);
