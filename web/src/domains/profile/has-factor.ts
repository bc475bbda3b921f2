import type { Factors } from 'contract/access/factors.ts'

export const hasFactor = ({ passkeys, code_since }: Factors) => passkeys.length > 0 || code_since !== null
