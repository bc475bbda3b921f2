/** The digits of a telephone number in groups, as people write it: +221 77 512 34 56; elsewhere pairs, the odd digit first. */
export function groupPhone(code: string, rest: string): string {
  const senegal = code === '221' ? /^(\d\d)(\d{3})(\d\d)(\d\d)$/.exec(rest)?.slice(1) : null
  return `+${[code, ...(senegal ?? rest.replaceAll(/(?=(?:\d{2})+$)(?!^)/g, ' ').split(' '))].join(' ')}`
}
