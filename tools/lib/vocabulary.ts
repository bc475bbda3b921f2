// Finds replaced words of the glossary in identifiers and file names.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The word that must not be used, and what to write instead. */
const replaced = new Map([
  ['arrangement', 'categorisation'],
  ['asked', 'request, context'],
  ['asker', 'requester, context'],
  ['doorbell', 'listen, notify'],
  ['fault', 'error'],
  ['faults', 'errors'],
  ['figures', 'metrics, amounts, totals'],
  ['gather', 'batch'],
  ['journal', 'audit log'],
  ['lanes', 'concurrency'],
  ['lapse', 'expire'],
  ['lapsed', 'expired'],
  ['letter', 'e-mail, character'],
  ['letters', 'e-mails, characters'],
  ['most', 'max'],
  ['paper', 'document, pdf'],
  ['papers', 'documents'],
  ['place', 'index, position'],
  ['raise', 'escalation'],
  ['resident', 'simulated customer'],
  ['say', 'format'],
  ['shown', 'view, visible'],
  ['sought', 'filter'],
  ['street', 'demo activity'],
  ['sweep', 'purge'],
  ['tell', 'notify'],
  ['told', 'notified'],
  ['twin', 'duplicate'],
  ['weave', 'brand pattern'],
  ['unwished', 'unrequested'],
  ['wish', 'input, request'],
  ['wishes', 'inputs, requests'],
  ['wished', 'requested'],
  ['words', 'labels'],
  ['works', 'jobs'],
])

/** Names with such a word that stay, by the reason. */
const allowed: Record<string, readonly string[]> = {
  'on the wire, or in what is stored': [
    'asked_at',
    'asked_by',
    'asked_too_often',
    'nobody_asked',
    'place',
    'wish',
    'wish_pending',
    'letters',
    'letter',
    'letter_count',
    'letter_id',
    'amount_letter',
    'has_letter',
    'too_many_letters',
    'fault',
    'most_seconds',
    '_letter',
  ],
  'of the standard WebAuthn': ['residentKey', 'requireResidentKey', 'hasResidentKey'],
  'a fault that a test injects, as the field calls it': [
    'Fault',
    'faults',
    'OtherFault',
    'otherFaults',
    'drawFault',
    'drawOtherFault',
    'injectFault',
    'injectFaults',
    'recordFault',
    'fiftyFaults',
    'faultRows',
    'CHAOS_FAULTS',
  ],
  'a setting of the development period, which is refused': ['STREET'],
  'French text of a screen': ['Journal'],
  'a letter of a conversation of the inbox, which is a letter on the wire': [
    'Letter',
    'NewLetter',
    'LetterItem',
    'letterId',
    'letterOf',
    'findLastOwnLetter',
    'countLettersOf',
    'MAX_LETTERS',
    'MAX_LETTERS_AN_HOUR',
  ],
}

export type FileText = { name: string; text: string }

/** The parts of a name: `lockLapsedBatches` is lock, lapsed, batches. */
const partsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)

// Comments, patterns and texts are removed first, so that their content is not read as names.
const TOKEN =
  /\/\/[^\n]*|\/\*[^]*?\*\/|(?<=[(,=:[!&|?{};\n] ?)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|[A-Za-z_$][\w$]*/g

const namesIn = (text: string): Set<string> =>
  new Set((text.match(TOKEN) ?? []).filter((token) => /^[A-Za-z_$]/.test(token)))

/** A sentence that hides its subject: the first one of a file says what the file does, or what it holds. */
const QUESTION_WORD = /^\/\/ (What|Who|Where|When|Why|How|Whether)\b/

/** Every name with a replaced word, and every file whose first sentence begins with a question word, as a line; empty when there is none. */
export function vocabularyErrors(files: readonly FileText[]): string[] {
  const stays = new Set(Object.values(allowed).flat())
  const wrongIn = (name: string) => (stays.has(name) ? undefined : partsOf(name).find((part) => replaced.has(part)))
  return files.flatMap(({ name, text }) => {
    const word = QUESTION_WORD.exec(text)?.[1]
    return [
      ...(word === undefined ? [] : [`${name}: begins with "${word}"; begin with a verb or a noun`]),
      ...[...namesIn(text), basename(name).replace(/\..*$/, '')].flatMap((one) => {
        const wrong = wrongIn(one)
        return wrong === undefined ? [] : [`${name}: ${one} uses "${wrong}"; write ${replaced.get(wrong)}`]
      }),
    ]
  })
}

/** The TypeScript files of a repository. */
export const sourcesOf = (root: string): FileText[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }))
