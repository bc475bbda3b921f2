import { Trans, useLingui } from '@lingui/react/macro'
import type { AccountCheck } from 'contract/transfers/beneficiaries.ts'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Checks } from '../../ui/fields/Checks.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import type { BeneficiaryDraft } from './beneficiary-draft.ts'

type Props = {
  holder: AccountCheck['holder']
  /** The server has refused the name, because it is another holder's. */
  isRefused: boolean
  draft: Pick<BeneficiaryDraft, 'name' | 'allow_other_holder'>
  onUse: (name: string) => void
  onAccept: (isAccepted: boolean) => void
}

/** The typed name compared with the holder at this bank: nothing where it is the same. */
export function HolderNote({ holder, isRefused, draft, onUse, onAccept }: Props) {
  const { t } = useLingui()
  const [keptName, setKeptName] = useState<string | null>(null)
  if (holder?.match === 'different' || draft.allow_other_holder || (isRefused && holder === null))
    return (
      <InlineAlert tone="danger" title={t`Ce n’est pas le nom du titulaire`}>
        <p>
          <Trans>
            Ce compte est au nom d’une autre personne ou d’une autre entreprise. Vérifiez avant d’enregistrer.
          </Trans>
        </p>
        <Checks
          legend={t`Autre titulaire`}
          isLegendHidden
          options={[{ value: 'yes', label: t`J’ai vérifié : c’est bien ce compte que je veux payer` }]}
          chosen={draft.allow_other_holder ? ['yes'] : []}
          onChange={(_, isChosen) => onAccept(isChosen)}
        />
      </InlineAlert>
    )
  if (holder?.match !== 'near' || keptName === draft.name) return null
  const { correction } = holder
  return (
    <InlineAlert tone="warning" title={t`Presque le même nom`}>
      {correction === null ? (
        <p>
          <Trans>Il manque un prénom, ou il y en a un de plus. Vérifiez-le avec la personne.</Trans>
        </p>
      ) : (
        <>
          <p>
            <Trans>
              Ce compte est au nom de <b>{correction}</b>.
            </Trans>
          </p>
          <p>
            <Button size="sm" onClick={() => onUse(correction)}>
              <Trans>Utiliser ce nom</Trans>
            </Button>{' '}
            <Button size="sm" variant="quiet" onClick={() => setKeptName(draft.name)}>
              <Trans>Garder le mien</Trans>
            </Button>
          </p>
        </>
      )}
    </InlineAlert>
  )
}
