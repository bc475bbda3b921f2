import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { getTransferProof, type Transfer } from 'contract/transfers/transfers.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { Check, Clock, Plus, Repeat, RotateCcw, Share2, Zap } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { callFile } from '../../../lib/api/call.ts'
import { shareFile } from '../../../lib/api/share-file.ts'
import { accountName } from '../../../lib/account-name.ts'
import { fromPlainDate, fromUnix, useFormats } from '../../../lib/formats.ts'
import { paths } from '../../../lib/paths.ts'
import { reportError } from '../../../lib/report-error.ts'
import { availableOf, useAccount } from '../../../lib/session/session.ts'
import { LinkButton } from '../../../shell/LinkButton.tsx'
import { useScreenTitle } from '../../../shell/use-screen-title.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { DetailList } from '../../../ui/data/DetailList.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { BrandStrip } from '../../../ui/BrandStrip.tsx'
import { SkeletonBlock } from '../../../ui/Skeleton.tsx'
import { instantPart } from '../../instant-payments/instant-part.ts'
import { useSigners } from '../use-signers.ts'
import { PayeePicture } from './PayeePicture.tsx'
import styles from './TransferDone.module.css'

const InstantProgress = instantPart(
  async () => (await import('../../instant-payments/InstantProgress.tsx')).InstantProgress,
)

type Props = { transfer: Transfer; isEdited: boolean; onAgain: () => void }

/** The end of the form: what was sent to whom, the proof to share, and the next transfer. */
export function TransferDone({ transfer, isEdited, onAgain }: Props) {
  const { t } = useLingui()
  const { moneyText, longDateWithDay, dateTime } = useFormats()
  const account = useAccount()
  const { beneficiary, amount, fees, tax, currency, label, type, executed_at } = transfer
  const isOnItsWay = leavesAtOnce(transfer)
  const isExecuted = transfer.execution_status === 'executed' && !isOnItsWay
  const text = (money: number) => moneyText(money, currency)
  const sum = text(amount)
  const day = longDateWithDay(fromPlainDate(transfer.execution_date))
  const title = useTitle(transfer, isEdited)
  const heading = useScreenTitle(title, { hasMenu: false })
  const charges = fees + tax
  const debited = text(amount + charges)
  return (
    <div className={styles.done}>
      <div className={styles.card}>
        <div className={styles.strip}>
          <BrandStrip />
        </div>
        <div className={styles.body}>
          <span className={styles.face}>
            <PayeePicture name={payeeName(transfer)} isOwn={transfer.own_account_id !== null} size="lg" />
            <span className={cx(styles.mark, !isExecuted && styles.waiting)}>
              <Icon shape={isExecuted ? Check : isOnItsWay ? Zap : Clock} size="xs" />
            </span>
          </span>
          <h1 className="h1 num" ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {isOnItsWay ? (
            <InstantProgress id={transfer.id} />
          ) : (
            <p className="muted">
              <Outcome transfer={transfer} isEdited={isEdited} />
            </p>
          )}
          <DetailList
            facts={[
              {
                name: t`Bénéficiaire`,
                value: (
                  <>
                    {payeeName(transfer)}
                    <br />
                    <span className="muted small num">{groupByFour(beneficiary.iban)}</span>
                  </>
                ),
              },
              { name: t`Motif du virement`, value: label },
              {
                name: isExecuted ? t`Débité` : t`Montant`,
                value: (
                  <span className="num">
                    {charges === 0 ? t`${sum}, sans frais` : t`${debited}, dont ${text(charges)} de frais`}
                  </span>
                ),
              },
              ...(transfer.credit_amount !== null && transfer.credit_currency !== null
                ? [
                    {
                      name: t`Reçu par le bénéficiaire`,
                      value: <span className="num">{moneyText(transfer.credit_amount, transfer.credit_currency)}</span>,
                    },
                  ]
                : []),
              ...(isExecuted
                ? [{ name: t`Il vous reste`, value: <span className="num">{text(availableOf(account))}</span> }]
                : []),
              ...(transfer.validation_status === 'pending'
                ? [{ name: t`À signer par`, value: <Signers transfer={transfer} /> }]
                : []),
              {
                name:
                  type !== 'periodic'
                    ? t`Quand`
                    : isEdited
                      ? t({ context: 'virement', message: 'Prochaine échéance' })
                      : t`Première échéance`,
                value: <span className="num">{executed_at === null ? day : dateTime(fromUnix(executed_at))}</span>,
              },
            ]}
          />
        </div>
      </div>
      <div className={styles.acts}>
        {isExecuted ? (
          <ShareProof transfer={transfer} />
        ) : (
          <LinkButton {...paths.transfer(transfer.id)} variant="primary">
            <Trans>Voir le virement</Trans>
          </LinkButton>
        )}
        <LinkButton {...paths.newTransfer()} search={{ from: transfer.id }} icon={RotateCcw}>
          <Trans>Refaire</Trans>
        </LinkButton>
        <Button icon={Plus} onClick={onAgain}>
          <Trans>Nouveau virement</Trans>
        </Button>
      </div>
      {isExecuted && type === 'direct' && !isEdited && <Monthly transfer={transfer} />}
      {isExecuted && (
        <p>
          <LinkButton {...paths.transfer(transfer.id)} variant="quiet" size="sm">
            <Trans>Voir le virement</Trans>
          </LinkButton>
        </p>
      )}
    </div>
  )
}

/** The bank labels the customer's own accounts in French. */
const payeeName = ({ beneficiary: { name }, own_account_id }: Transfer) =>
  own_account_id === null ? name : accountName(name)

/** An instant payment that nobody else signs: its outcome is followed here. */
const leavesAtOnce = ({ network, type, validation_status }: Transfer) =>
  network === 'instant' && type === 'direct' && validation_status === 'validated'

function useTitle(transfer: Transfer, isEdited: boolean): string {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const sum = moneyText(transfer.amount, transfer.currency)
  const name = payeeName(transfer)
  if (isEdited) return t`Le virement a bien été modifié.`
  if (leavesAtOnce(transfer)) return t`${sum} à ${name}`
  if (transfer.execution_status === 'executed') return t`${sum} envoyés à ${name}`
  if (transfer.validation_status === 'pending') return t`${sum} à ${name} : envoyé pour signature`
  return t`${sum} à ${name} : c’est programmé`
}

function Outcome({ transfer, isEdited }: { transfer: Transfer; isEdited: boolean }): ReactNode {
  const { t } = useLingui()
  const { longDateWithDay } = useFormats()
  const { validation_status, approvals_missing, execution_status, execution_date, type, own_account_id } = transfer
  const day = longDateWithDay(fromPlainDate(execution_date))
  if (execution_status === 'executed')
    return own_account_id ? (
      <Trans>L’argent est déjà sur votre autre compte.</Trans>
    ) : (
      <Trans>L’argent est déjà arrivé : vous êtes dans la même banque.</Trans>
    )
  if (validation_status === 'pending')
    return t`${plural(approvals_missing, { one: 'Un valideur doit maintenant accepter ce virement.', other: '# valideurs doivent maintenant accepter ce virement.' })}`
  if (execution_status === 'paused') return <Trans>Il reste en pause. Aucun virement ne part.</Trans>
  // The first date of an edited series may be past or skipped.
  if (type === 'periodic' && isEdited) return <Trans>La prochaine échéance sera exécutée le {day}.</Trans>
  if (type === 'periodic') return <Trans>La première échéance sera exécutée le {day}.</Trans>
  return <Trans>Il sera exécuté le {day}.</Trans>
}

/** The people who can sign the order. */
function Signers({ transfer: { id, approvals_missing } }: { transfer: Transfer }) {
  const { t } = useLingui()
  const { isLoading, names } = useSigners(id, { isPending: true, missing: approvals_missing })
  return isLoading ? <SkeletonBlock width={9} /> : (names ?? t`un valideur`)
}

/** A payment that returns each month becomes a series with one touch. */
function Monthly({ transfer: { id, execution_date } }: { transfer: Transfer }) {
  const { t } = useLingui()
  const { language } = useFormats()
  const number = Number(execution_date.slice(-2))
  const day = number === 1 && language === 'fr' ? '1er' : String(number)
  return (
    <p className={styles.monthly}>
      <Icon shape={Repeat} size="sm" />
      <Trans>Vous l’envoyez souvent ?</Trans>{' '}
      <Link className="link" {...paths.newTransfer()} search={{ from: id, rhythm: 'monthly' }}>
        {t`Chaque mois, le ${day}`}
      </Link>
    </p>
  )
}

function ShareProof({ transfer }: { transfer: Transfer }) {
  const { t } = useLingui()
  const [isBusy, setBusy] = useState(false)
  const share = async () => {
    setBusy(true)
    try {
      await shareFile(await callFile(getTransferProof, { params: { id: transfer.id } }), t`Preuve de virement`)
    } catch (error) {
      reportError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="primary" icon={Share2} isBusy={isBusy} onClick={() => void share()}>
      <Trans>Partager la preuve</Trans>
    </Button>
  )
}
