import { expect, it } from 'vitest'
import { capabilities, rights } from './rights.ts'
import { capabilitiesWithin, commonGrant, isEscalation, isWholeGrant, roleNames, roleOf, roles } from './roles.ts'

it.each(roleNames)('%s has the section of each of its capabilities, and is recognised by its grant', (name) => {
  expect(isWholeGrant(roles[name])).toBe(true)
  expect(roleOf({ rights: roles[name].rights.toReversed(), capabilities: roles[name].capabilities.toReversed() })).toBe(
    name,
  )
})

it('lets only the holder both create and validate, and no administrator move money', () => {
  const both = roleNames.filter((name) =>
    ['transfer.create', 'transfer.validate'].every((one) => roles[name].capabilities.includes(one as never)),
  )
  expect(both).toEqual(['holder'])
  expect(roles.administrator.capabilities).toEqual(['message.send', 'access.admin', 'audit.read'])
  expect(roles.viewer.capabilities).toEqual([])
})

it('recognises a checker who is also administrator, and no role for other combinations', () => {
  const { checker } = roles
  expect(roleOf({ ...checker, capabilities: [...checker.capabilities, 'access.admin', 'audit.read'] })).toBe('checker')
  expect(roleOf({ ...checker, capabilities: [...checker.capabilities, 'audit.read'] })).toBeNull()
  expect(roleOf({ rights: ['rib'], capabilities: [] })).toBeNull()
})

it('excludes capabilities without their section', () => {
  expect(capabilitiesWithin(['inbox'])).toEqual(['message.send', 'access.admin', 'audit.read'])
  expect(capabilitiesWithin(rights)).toEqual(capabilities)
})

it('detects an escalation of rights, and calculates what two grants have in common', () => {
  expect(isEscalation(roles.holder, roles.maker)).toBe(false)
  expect(isEscalation(roles.maker, roles.checker)).toBe(true)
  expect(isEscalation(roles.viewer, { rights: [...roles.viewer.rights, 'transfers'], capabilities: [] })).toBe(true)
  expect(commonGrant(roles.maker, roles.checker)).toEqual({ rights: [...rights], capabilities: ['message.send'] })
})
