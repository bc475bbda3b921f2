// Draws the identities that the server sends: the only way to show who money goes to or comes from.
import {
  type Identity as IdentityShape,
  type IdentityState,
  identityStateLabels,
  initialsOf,
  textIn,
} from 'contract/values/identity.ts'
import type { ReactNode } from 'react'
import { useLanguage } from '../lib/language.ts'
import {
  IdentityAvatar,
  type IdentityAvatarProps,
  type IdentityMark,
  IdentityRow,
  IdentityState as StateOfIdentity,
} from '../ui/data/Identity.tsx'
import { BankSign } from './BankSign.tsx'
import { useIdentityIcons } from './identity-icon-store.ts'

type Size = NonNullable<IdentityAvatarProps['size']>
type PictureIdentity = Pick<IdentityShape, 'name' | 'kind' | 'tint' | 'glyph'>

/** The picture alone. A mark shows an exceptional state; `upcoming` has none. */
export function IdentityPicture({
  identity: { name, kind, tint, glyph },
  size = 'md',
  state = null,
}: {
  identity: PictureIdentity
  size?: Size
  state?: IdentityState | null
}) {
  const icons = useIdentityIcons()
  const mark: IdentityMark | null =
    state === null || state === 'upcoming' ? null : { state, icon: icons && icons.marks[state] }
  const frame = { tint, size, mark }
  if (kind === 'own' && glyph === null) return <IdentityAvatar {...frame} tint="brand" drawing={<BankSign />} />
  if (kind === 'person' || (kind === 'company' && glyph === null))
    return <IdentityAvatar {...frame} isRound={kind === 'person'} initials={initialsOf(textIn(name, 'fr'))} />
  const icon = icons && (glyph === null ? (icons.tintIcons[tint] ?? icons.glyphs.bank) : icons.glyphs[glyph])
  return <IdentityAvatar {...frame} icon={icon} />
}

/** The label of an exceptional state, under an amount. */
export function StateLabel({ state, children }: { state: IdentityState; children?: ReactNode }) {
  const language = useLanguage()
  if (state === 'upcoming') return null
  return <StateOfIdentity state={state}>{children ?? identityStateLabels[state][language]}</StateOfIdentity>
}

type Props = {
  identity: IdentityShape
  size?: Size
  /** Instead of the picture: one that a selection covers. */
  picture?: ReactNode
  /** Instead of the state of the identity: a more precise one of the caller, such as a transfer that waits. */
  state?: IdentityState | null
  /** Instead of the name: the link or the button that bears it. */
  title?: (name: string) => ReactNode
  /** Instead of the second line. */
  detail?: ReactNode
  end?: ReactNode
  /** Instead of the label of the state, such as "En retard de 3 jours". */
  stateLabel?: ReactNode
}

/** Picture, name and second line; at the end an amount, and under it the label of an exceptional state. */
export function Identity({ identity, size, picture, state = identity.state, title, detail, end, stateLabel }: Props) {
  const language = useLanguage()
  // A number of a telephone or a meter stays on one line.
  const name = textIn(identity.name, language).replaceAll(/(\d) (?=\d)/g, '$1\u00A0')
  return (
    <IdentityRow
      avatar={picture ?? <IdentityPicture identity={identity} state={state} {...(size && { size })} />}
      name={title ? title(name) : name}
      memo={detail ?? (identity.memo === null ? null : textIn(identity.memo, language))}
      end={
        end && (
          <>
            {end}
            {state && <StateLabel state={state}>{stateLabel}</StateLabel>}
          </>
        )
      }
    />
  )
}
