// The name of a file in words.

/** A file is named by people: "Salaires de novembre" and not "salaires_de-novembre.csv". */
export function nameOfFile(file: string): string {
  const name = file
    .replace(/\.(csv|xlsx|xml|txt)$/iu, '')
    .replaceAll(/[_\s-]+/gu, ' ')
    .trim()
  return name === '' ? file : name.charAt(0).toUpperCase() + name.slice(1)
}
