// Defines the name of the bank, also of the files that no script makes (build/bank-name.ts). A white-label bank changes this file, the design tokens and the logo.
export const brand = {
  first: 'Banque',
  last: 'Téranga',
  name: 'Banque Téranga',
  helpLine: '+221 33 800 00 10',
} as const
