import { expect, it } from 'vitest'
import { calls } from './calls.ts'
import { problems } from './problems.ts'
import { refusals, refusalTables } from './refusals.ts'

const placeholders = (sentence: string) => [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

it.each(Object.entries({ ...refusals, ...problems }))(
  'has %s in French and in English, with the same placeholders',
  (_code, { fr, en }) => {
    expect(fr.trim()).toBe(fr)
    expect(en.trim()).toBe(en)
    expect(fr).not.toBe('')
    expect(en).not.toBe('')
    expect(placeholders(fr)).toEqual(placeholders(en))
  },
)

it('defines each code in one table', () => {
  const codes = refusalTables.flatMap((table) => Object.keys(table))
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
  expect(codes.length).toBe(Object.keys(refusals).length)
})

it('contains the specified sentences word for word', () => {
  expect(refusals.bad_credentials).toMatchObject({
    fr: 'Mauvais identifiant et/ou mot de passe',
    en: 'Wrong creditentials',
  })
  expect(refusals.session_missing).toMatchObject({
    fr: 'Votre session est expirée. Merci de vous reconnecter.',
    en: 'Your session is expired.',
  })
  expect(refusals.invalid).toMatchObject({
    fr: 'Certaines informations sont manquantes ou erronées. Veuillez vérifier les champs indiqués ci-dessous.',
    en: 'Some information is missing or incorrect. Please check the fields indicated below',
  })
})

it('has unique methods and paths, and inputs that refuse unknown fields', () => {
  const endpoints = Object.values(calls).map(({ method, path }) => `${method} ${path}`)
  expect(new Set(endpoints).size).toBe(endpoints.length)
  for (const { body, query, params } of Object.values(calls)) {
    for (const schema of [body, query, params]) expect(schema.safeParse({ nobody_asked: 1 }).success).toBe(false)
  }
})

it('has a UUID in each parameter id, so that the path of another call is never sent as one', () => {
  const withId = Object.values(calls).filter(({ path }) => path.includes('/:id'))
  expect(withId.length).toBeGreaterThan(50)
  const isRefused = (
    params: { safeParse: (value: unknown) => { error?: { issues: { path: PropertyKey[] }[] } } },
    id: string,
  ) => params.safeParse({ id }).error?.issues.some(({ path }) => path[0] === 'id') ?? false
  for (const { path, params } of withId) {
    expect(isRefused(params, 'import'), path).toBe(true)
    expect(isRefused(params, '0190a0b0-1111-7222-8333-444455556666'), path).toBe(false)
  }
})
