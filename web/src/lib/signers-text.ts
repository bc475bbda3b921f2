/** The people who can sign: all of them where no more are left than are missing, else whoever of them is first. */
export const signersText = (language: string, people: readonly string[], missing: number): string =>
  new Intl.ListFormat(language, { type: people.length > missing ? 'disjunction' : 'conjunction' }).format(people)
