// Converts bracketed keys of a form, such as `beneficiary[list][0]`, to objects and arrays.
import { Refusal } from '../refusal.ts'

const KEY = /^([A-Za-z_]\w{0,63})((?:\[\w{1,64}\])*)$/
const MAX_DEPTH = 6
const MAX_ITEMS = 1000

type Branch = Map<string, Branch | string>

/**
 * The steps of a key. Names that every object inherits (`__proto__`, `constructor`) are refused like malformed ones.
 */
export function stepsOf(key: string): [string, ...string[]] {
  const [, first = '', rest = ''] = KEY.exec(key) ?? []
  const steps: [string, ...string[]] = [first, ...Array.from(rest.matchAll(/\[(\w+)\]/g), ([, step = '']) => step)]
  if (first === '' || steps.length > MAX_DEPTH || steps.some((step) => step in Object.prototype))
    throw new Refusal('malformed')
  return steps
}

function insertLeaf(root: Branch, [first, ...rest]: readonly [string, ...string[]], text: string): void {
  const [next, ...after] = rest
  const existing = root.get(first)
  if (next === undefined) {
    if (existing !== undefined) throw new Refusal(typeof existing === 'string' ? 'duplicate_key' : 'malformed')
    root.set(first, text)
    return
  }
  if (typeof existing === 'string') throw new Refusal('malformed')
  const branch: Branch = existing ?? new Map()
  root.set(first, branch)
  insertLeaf(branch, [next, ...after], text)
}

const isIndex = (step: string) => /^(?:0|[1-9]\d{0,3})$/.test(step)

function toValue(branch: Branch | string): unknown {
  if (typeof branch === 'string') return branch
  const steps = [...branch.keys()]
  if (!steps.every(isIndex)) return Object.fromEntries(steps.map((step) => [step, toValue(branch.get(step) ?? '')]))
  // An array must have all its indexes: otherwise an index of 999 would create a sparse array.
  if (steps.length > MAX_ITEMS || Array.from(steps, (_, index) => String(index)).some((index) => !branch.has(index)))
    throw new Refusal('malformed')
  return Array.from(steps, (_, index) => toValue(branch.get(String(index)) ?? ''))
}

/** The object that the fields of a form describe. All leaves are text. */
export function objectOf(fields: readonly (readonly [string, string])[]): Record<string, unknown> {
  const root: Branch = new Map()
  for (const [key, text] of fields) insertLeaf(root, stepsOf(key), text)
  return Object.fromEntries([...root].map(([step, branch]) => [step, toValue(branch)]))
}
