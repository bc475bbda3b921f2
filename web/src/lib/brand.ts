// The bank that wears the portal. A white-label bank changes this file, the tokens of section 2 and the logo.
export const brand = {
  first: 'Banque',
  last: 'Téranga',
  name: 'Banque Téranga',
  helpLine: '+221 33 800 00 10',
} as const
