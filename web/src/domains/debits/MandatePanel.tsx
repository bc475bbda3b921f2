import { Trans, useLingui } from '@lingui/react/macro'
import { getMandateCopy, type Mandate, type MandateChange } from 'contract/products/debits.ts'
import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { callFile } from '../../lib/api/call.ts'
import { reportError } from '../../lib/report-error.ts'
import { viewFile } from '../../lib/api/file-viewer.ts'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { useIsOnline } from '../../lib/api/online.ts'
import { useAccount } from '../../lib/session/session.ts'
import { useFetching } from '../../lib/use-fetching.ts'
import { IdentityPicture } from '../../shell/Identity.tsx'
import { FormModal } from '../../shell/forms/FormModal.tsx'
import { Money } from '../../shell/Money.tsx'
import { PendingDetail } from '../../shell/PendingDetail.tsx'
import { MoneyField } from '../../shell/forms/MoneyField.tsx'
import type { AmountDraft } from '../../ui/fields/amount-typing.ts'
import { Button } from '../../ui/Button.tsx'
import { type DetailItem, DetailList } from '../../ui/data/DetailList.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { SidePanel } from '../../ui/overlays/SidePanel.tsx'
import { mandateQuery, useChangeMandate } from './debit-queries.ts'
import { MandateStatus, useSchemes } from './debit-labels.tsx'
import styles from './debits.module.css'

/** One mandate beside the list. `known`: as listed; a link may lead to one of another page. */
export function MandatePanel({ id, known, onClose }: { id: string; known: Mandate | undefined; onClose: () => void }) {
  const { t } = useLingui()
  const found = useQuery({ ...mandateQuery(id), enabled: !known })
  const mandate = known ?? found.data?.answer
  return (
    <SidePanel title={t`Mandat de prélèvement`} onClose={onClose}>
      {mandate ? (
        <MandateDetail mandate={mandate} />
      ) : (
        <PendingDetail query={found} problem={t`Le mandat n’a pas pu être chargé`} onClose={onClose} />
      )}
    </SidePanel>
  )
}

function MandateDetail({ mandate }: { mandate: Mandate }) {
  const { t } = useLingui()
  const { longDate } = useFormats()
  const { capabilities } = useAccount()
  const schemes = useSchemes()
  const { id, last_used_on, max_amount, currency, recurrence } = mandate
  const { isFetching, fetchFile } = useFetching()
  const openCopy = () =>
    void fetchFile(() =>
      callFile(getMandateCopy, { params: { id } }).then((file) => viewFile(file, t`Copie du mandat`)),
    )
  const facts: DetailItem[] = [
    { name: t`Référence unique du mandat (RUM)`, value: mandate.umr },
    { name: t`Identifiant créancier`, value: mandate.creditor_id },
    { name: t`Type de prélèvement`, value: schemes[mandate.scheme] },
    { name: t`Fréquence`, value: recurrence === 'one_off' ? t`Ponctuel` : t`Récurrent` },
    { name: t`Signé le`, value: longDate(fromPlainDate(mandate.signed_on)) },
    { name: t`Dernière utilisation`, value: last_used_on === null ? t`jamais` : longDate(fromPlainDate(last_used_on)) },
    {
      name: t`Montant maximum`,
      value: max_amount === null ? t`aucun` : <Money amount={max_amount} currency={currency} />,
    },
  ]
  return (
    <>
      <div className={styles.hero}>
        <IdentityPicture identity={mandate.identity} size="lg" />
        <p className={styles.name}>{mandate.creditor_name}</p>
        <MandateStatus mandate={mandate} />
      </div>
      {mandate.status === 'pending_confirmation' && (
        <InlineAlert tone="info" title={t`Mandat à confirmer`}>
          {mandate.is_own ? (
            <Trans>Vous avez enregistré ce mandat : une autre personne doit le confirmer.</Trans>
          ) : mandate.scheme === 'local' ? (
            <Trans>
              Ce créancier présente un prélèvement et dit que vous l’avez autorisé. Rien ne sera prélevé tant que vous
              n’avez pas confirmé cette autorisation (formulaire 1504-1).
            </Trans>
          ) : (
            <Trans>
              Pour un prélèvement interentreprises, le mandat doit être confirmé auprès de la banque avant le premier
              débit. Aucun remboursement n’est possible ensuite.
            </Trans>
          )}
        </InlineAlert>
      )}
      {capabilities.includes('mandate.manage') && <MandateActs mandate={mandate} />}
      <DetailList facts={facts} />
      {mandate.has_copy && (
        <Button icon={FileText} isBusy={isFetching} onClick={openCopy}>
          <Trans>Voir la copie signée</Trans>
        </Button>
      )}
    </>
  )
}

function MandateActs({ mandate }: { mandate: Mandate }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const change = useChangeMandate()
  const [isCapping, setCapping] = useState(false)
  const { id, version, status, is_own, is_creditor_blocked } = mandate
  const send = (input: MandateChange) =>
    change.mutate(
      { params: { id }, body: input, done: () => announce(t`Le mandat est modifié.`) },
      { onError: reportError },
    )
  const become = (next: 'active' | 'suspended' | 'revoked' | 'refused') => () => send({ version, status: next })
  const isBusy = { disabled: !isOnline || change.isPending }
  const isPending = status === 'pending_confirmation'
  const isOpen = status === 'active' || status === 'suspended'
  return (
    <div className={styles.acts}>
      {isPending && !is_own && (
        <Button variant="primary" {...isBusy} onClick={become('active')}>
          <Trans>Confirmer le mandat</Trans>
        </Button>
      )}
      {isPending && (
        <Button {...isBusy} onClick={become('refused')}>
          <Trans>Refuser le mandat</Trans>
        </Button>
      )}
      {status === 'suspended' && (
        <Button {...isBusy} onClick={become('active')}>
          <Trans>Réactiver le mandat</Trans>
        </Button>
      )}
      {(isOpen || isPending) && (
        <Button {...isBusy} onClick={() => setCapping(true)}>
          <Trans>Fixer un plafond</Trans>
        </Button>
      )}
      {status === 'active' && (
        <Button {...isBusy} onClick={become('suspended')}>
          <Trans>Suspendre le mandat</Trans>
        </Button>
      )}
      <Button {...isBusy} onClick={() => send({ version, is_creditor_blocked: !is_creditor_blocked })}>
        {is_creditor_blocked ? <Trans>Débloquer le créancier</Trans> : <Trans>Bloquer ce créancier</Trans>}
      </Button>
      {isOpen && (
        <Button variant="danger-quiet" {...isBusy} onClick={become('revoked')}>
          <Trans>Révoquer le mandat</Trans>
        </Button>
      )}
      {isCapping && <CeilingModal mandate={mandate} onClose={() => setCapping(false)} />}
    </div>
  )
}

function CeilingModal({
  mandate: { id, version, max_amount, currency },
  onClose,
}: {
  mandate: Mandate
  onClose: () => void
}) {
  const { t } = useLingui()
  const change = useChangeMandate()
  // A change of the ceiling that was read: one that somebody else has set since is not overwritten.
  const [opened] = useState({ version, max_amount })
  const [amount, setAmount] = useState<AmountDraft>(max_amount)
  const [rejections, setRejections] = useState(0)
  // Zero would remove the present ceiling.
  const isZero = amount === 0
  const hasProblems = rejections > 0 && isZero
  const send = () => {
    if (isZero) return setRejections(rejections + 1)
    change.mutate(
      { params: { id }, body: { version: opened.version, max_amount: typeof amount === 'number' ? amount : null } },
      {
        onSuccess: () => {
          announce(t`Le plafond du mandat est enregistré.`)
          onClose()
        },
      },
    )
  }
  return (
    <FormModal
      title={t`Plafond du mandat`}
      verb={t`Enregistrer`}
      form={{ call: change, rejections, hasProblems, isDirty: amount !== opened.max_amount }}
      onSubmit={send}
      onClose={onClose}
    >
      <MoneyField
        name="ceiling"
        label={t`Montant maximum d’un prélèvement`}
        help={t`Un prélèvement plus élevé sera rejeté. Laissez vide pour ne fixer aucun plafond.`}
        currency={currency}
        value={amount}
        error={hasProblems ? t`Saisissez un montant supérieur à zéro, ou laissez vide.` : null}
        onChange={setAmount}
      />
    </FormModal>
  )
}
