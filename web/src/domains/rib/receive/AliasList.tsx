import { Trans, useLingui } from '@lingui/react/macro'
import type { PaymentAlias, ReceiverKind } from 'contract/accounts/payment-aliases.ts'
import { CircleCheck, Clock, Copy, Hash, Share2, Smartphone, Store, Trash2, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useIsOnline } from '../../../lib/api/online.ts'
import { useAccount } from '../../../lib/session/session.ts'
import { RemovalModal } from '../../../shell/forms/RemovalModal.tsx'
import { Badge } from '../../../ui/data/Badge.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Tile } from '../../../ui/Tile.tsx'
import { useRemoveAlias } from './alias-queries.ts'
import { useCopy } from '../use-copy.ts'
import { aliasText, useAliasNames } from './alias-labels.ts'
import { ClaimPart } from './ClaimPart.tsx'
import styles from './ReceiveScreen.module.css'
import { canShareText, shareText } from './share-text.ts'

const icons = { address: Hash, phone: Smartphone, merchant: Store }

type Props = { aliases: readonly PaymentAlias[]; receiver: ReceiverKind; mayManage: boolean }

export function AliasList({ aliases, receiver, mayManage }: Props) {
  if (aliases.length === 0) return <NoAlias receiver={receiver} />
  return (
    <ul className={styles.aliases}>
      {aliases.map((alias) => (
        <AliasRow key={alias.id} alias={alias} mayManage={mayManage} />
      ))}
    </ul>
  )
}

function NoAlias({ receiver }: { receiver: ReceiverKind }) {
  const mayCreate = useAccount().capabilities.includes('transfer.create')
  return (
    <p className="muted">
      {!mayCreate ? (
        <Trans>Pas encore d’identifiant. Une personne habilitée à faire des virements peut en créer un.</Trans>
      ) : receiver === 'company' ? (
        <Trans>
          Pas encore d’identifiant. Une adresse de paiement est faite au hasard : elle ne dit rien de vous. Un code
          marchand est plus facile à donner.
        </Trans>
      ) : (
        <Trans>
          Pas encore d’identifiant. Une adresse de paiement est faite au hasard : elle ne dit rien de vous. Votre
          téléphone est plus facile à donner.
        </Trans>
      )}
    </p>
  )
}

function AliasRow({ alias, mayManage }: { alias: PaymentAlias; mayManage: boolean }) {
  const { t } = useLingui()
  const names = useAliasNames()
  const isOnline = useIsOnline()
  const copyText = useCopy()
  const [isRemoving, setRemoving] = useState(false)
  const { kind, state, value, claim } = alias
  const text = aliasText(alias)
  const isClaimed = claim !== null && ['requested', 'open', 'accepting', 'rejecting'].includes(claim.state)
  return (
    <li>
      <Tile icon={icons[kind]} />
      <div className={styles.alias}>
        <p className="muted small">{names[kind]}</p>
        {text !== null && <p className={styles.value}>{text}</p>}
        <AliasState alias={alias} />
        {mayManage && kind === 'phone' && <ClaimPart alias={alias} />}
      </div>
      <div className={styles.acts}>
        {state === 'active' && value !== null && text !== null && (
          <>
            <IconButton
              icon={Copy}
              label={t`Copier : ${text}`}
              onClick={() => void copyText(value, t`L’identifiant a été copié dans le presse-papiers.`)}
            />
            {canShareText() && (
              <IconButton
                icon={Share2}
                label={t`Partager : ${text}`}
                onClick={() => void shareText(t`Payez-moi par PI : ${text}`)}
              />
            )}
          </>
        )}
        {mayManage && !isClaimed && (state === 'active' || state === 'failed') && (
          <IconButton
            icon={Trash2}
            label={t`Supprimer : ${text ?? names[kind]}`}
            disabled={!isOnline}
            onClick={() => setRemoving(true)}
          />
        )}
      </div>
      {isRemoving && <AliasRemoval alias={alias} onClose={() => setRemoving(false)} />}
    </li>
  )
}

function AliasState({ alias: { kind, state } }: { alias: PaymentAlias }) {
  if (state === 'active')
    return (
      <Badge tone="success" icon={CircleCheck}>
        <Trans>Actif</Trans>
      </Badge>
    )
  if (state === 'failed')
    return (
      <>
        <Badge tone="danger" icon={TriangleAlert}>
          <Trans>Refusé par PI</Trans>
        </Badge>
        {kind === 'merchant' && (
          <p className="muted small">
            <Trans>Ce code est déjà pris. Supprimez-le et choisissez-en un autre.</Trans>
          </p>
        )}
      </>
    )
  return (
    <Badge tone="info" icon={Clock}>
      {state === 'creating' ? <Trans>En cours de création</Trans> : <Trans>En cours de suppression</Trans>}
    </Badge>
  )
}

function AliasRemoval({ alias, onClose }: { alias: PaymentAlias; onClose: () => void }) {
  const { t } = useLingui()
  const removal = useRemoveAlias()
  const names = useAliasNames()
  return (
    <RemovalModal
      title={t`Supprimer cet identifiant ?`}
      verb={t`Supprimer`}
      removal={removal}
      onRemove={() => removal.mutate({ params: { id: alias.id } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {names[alias.kind]} : <b>{aliasText(alias) ?? '…'}</b>
      </p>
      <p className="muted">
        <Trans>
          On ne pourra plus vous payer sous cet identifiant, et les codes QR qui le portent ne marcheront plus.
        </Trans>
      </p>
    </RemovalModal>
  )
}
