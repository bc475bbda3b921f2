// The rights of the specification (one per section) and the capabilities of decisions.md 4.

/** A right opens a section: its routes in the portal and its calls on the server. Order = the order of the sections. */
export const rights = [
  'dashboard',
  'operations',
  'transfers',
  'debits',
  'statements',
  'payment-methods',
  'dat',
  'credits',
  'inbox',
  'rib',
] as const
export type Right = (typeof rights)[number]

/** A capability allows an action inside a section that the right has opened. */
export const capabilities = [
  'transfer.create',
  'transfer.validate',
  'beneficiary.manage',
  'topup',
  'chequebook.order',
  'mandate.manage',
  'message.send',
  'access.admin',
  'audit.read',
  'batch.confidential',
] as const
export type Capability = (typeof capabilities)[number]
