import { type Identity, identityOfName } from 'contract/values/identity.ts'
import type { ComponentProps } from 'react'
import { IdentityPicture } from '../../../shell/Identity.tsx'

type Props = Pick<ComponentProps<typeof IdentityPicture>, 'size'> & { name: string; isOwn: boolean }

/** The picture of a payee, or of an account of the customer's own. */
export function PayeePicture({ name, isOwn, ...rest }: Props) {
  const own: Identity = { name, memo: null, kind: 'own', tint: 'brand', glyph: null, state: null }
  return <IdentityPicture identity={isOwn ? own : identityOfName(name)} {...rest} />
}
