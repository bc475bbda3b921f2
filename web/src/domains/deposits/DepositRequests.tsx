import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { DepositDetail } from 'contract/products/deposits.ts'
import { useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { reportError } from '../../lib/report-error.ts'
import { fromPlainDate, fromUnix, useFormats } from '../../lib/formats.ts'
import { useIsOnline } from '../../lib/api/online.ts'
import { paths } from '../../lib/paths.ts'
import { useAccount } from '../../lib/session/session.ts'
import { Money } from '../../shell/Money.tsx'
import { Button } from '../../ui/Button.tsx'
import { DetailList } from '../../ui/data/DetailList.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { useRequestOfDeposit } from './deposit-queries.ts'
import styles from './DepositScreen.module.css'

/** The pending request of a deposit, the bank's last answer, and the requests that are possible. */
export function DepositRequests({ deposit }: { deposit: DepositDetail }) {
  const isRunning = deposit.status === 'pending'
  return (
    <>
      <Renewal deposit={deposit} />
      {isRunning && deposit.request === null && <Refused deposit={deposit} />}
      {isRunning && <Requesting deposit={deposit} />}
      <Broken deposit={deposit} />
    </>
  )
}

/** The agreed renewal at maturity, or the renewed deposit. */
function Renewal({
  deposit: { status, renewal, term, maturity_date, renewed_by, renews },
}: {
  deposit: DepositDetail
}) {
  const { t } = useLingui()
  const { longDate, percent } = useFormats()
  const day = longDate(fromPlainDate(maturity_date))
  return (
    <>
      {status === 'pending' && renewal && (
        <InlineAlert tone="success" title={t`Reconduction acceptée`}>
          <p>
            {t`Le ${day}, le placement repartira pour ${plural(term, { one: '# mois', other: '# mois' })} à ${percent(renewal.rate)}.`}{' '}
            {renewal.adds_interest
              ? t`Le dernier versement d’intérêts net s’ajoutera au capital.`
              : t`Le dernier versement d’intérêts sera crédité sur le compte.`}
          </p>
        </InlineAlert>
      )}
      {renewed_by && (
        <p>
          <Link className="link" {...paths.deposit(renewed_by.id)}>{t`Reconduit par le DAT ${renewed_by.number}`}</Link>
        </p>
      )}
      {renews && (
        <p>
          <Link className="link" {...paths.deposit(renews.id)}>{t`Reconduction du DAT ${renews.number}`}</Link>
        </p>
      )}
    </>
  )
}

function Refused({ deposit: { refused } }: { deposit: DepositDetail }) {
  const { t } = useLingui()
  const { longDate } = useFormats()
  if (!refused) return null
  const day = longDate(fromUnix(refused.answered_at))
  return (
    <InlineAlert tone="warning" title={refused.kind === 'renew' ? t`Reconduction refusée` : t`Rupture refusée`}>
      <p>
        <Trans>La banque a répondu le {day} :</Trans>
      </p>
      <p className={styles.answer}>{refused.reason}</p>
    </InlineAlert>
  )
}

function Broken({ deposit: { broken, ended_on, currency } }: { deposit: DepositDetail }) {
  const { longDate } = useFormats()
  if (!broken || ended_on === null) return null
  const day = longDate(fromPlainDate(ended_on))
  return (
    <section>
      <h2 className="h3">
        <Trans>Rompu le {day}</Trans>
      </h2>
      <BreakContext early_break={broken} currency={currency} isDone />
    </section>
  )
}

function Requesting({ deposit: { id, request, early_break, currency, renewal } }: { deposit: DepositDetail }) {
  const { t } = useLingui()
  const { dateTime } = useFormats()
  const isOnline = useIsOnline()
  const { capabilities } = useAccount()
  const ask = useRequestOfDeposit()
  const [isBreaking, setBreaking] = useState(false)
  if (request) {
    const at = dateTime(fromUnix(request.asked_at))
    return (
      <InlineAlert tone="info" title={request.kind === 'renew' ? t`Reconduction demandée` : t`Rupture demandée`}>
        <Trans>Votre demande du {at} est transmise à votre conseiller.</Trans>
      </InlineAlert>
    )
  }
  if ((renewal && !early_break) || !capabilities.includes('message.send')) return null
  const send = (kind: 'renew' | 'break') =>
    ask.mutate(
      { params: { id }, body: { kind }, done: () => announce(t`Votre demande a bien été transmise à la banque.`) },
      {
        onSuccess: () => {
          setBreaking(false)
          // After the bank's answer the same may be asked again.
          ask.renewKey()
        },
        onError: reportError,
      },
    )
  return (
    <section className="no-print">
      <h2 className="h3">
        <Trans>Demander à la banque</Trans>
      </h2>
      <div className={styles.acts}>
        {!renewal && (
          <Button disabled={!isOnline} isBusy={ask.isPending && !isBreaking} onClick={() => send('renew')}>
            <Trans>Reconduire à l’échéance</Trans>
          </Button>
        )}
        {early_break && (
          <Button variant="danger-quiet" disabled={!isOnline} onClick={() => setBreaking(true)}>
            <Trans>Rompre avant l’échéance</Trans>
          </Button>
        )}
      </div>
      {isBreaking && early_break && (
        <Modal
          title={t`Rompre ce placement ?`}
          onClose={() => setBreaking(false)}
          foot={
            <>
              <Button onClick={() => setBreaking(false)}>
                <Trans>Garder le placement</Trans>
              </Button>
              <Button variant="danger" disabled={!isOnline} isBusy={ask.isPending} onClick={() => send('break')}>
                <Trans>Demander la rupture</Trans>
              </Button>
            </>
          }
        >
          <p>
            <Trans>
              Avant l’échéance, les intérêts sont recalculés depuis le début à un taux réduit. Voici ce que donnerait la
              rupture aujourd’hui.
            </Trans>
          </p>
          <BreakContext early_break={early_break} currency={currency} />
        </Modal>
      )}
    </section>
  )
}

function BreakContext({
  early_break,
  currency,
  isDone = false,
}: {
  early_break: NonNullable<DepositDetail['early_break']>
  currency: DepositDetail['currency']
  isDone?: boolean
}) {
  const { t } = useLingui()
  const { percent } = useFormats()
  const money = (amount: number) => <Money amount={amount} currency={currency} />
  return (
    <DetailList
      facts={[
        { name: t`Taux appliqué`, value: percent(early_break.rate) },
        { name: t`Intérêts nets dus`, value: money(early_break.net) },
        { name: t`Intérêts nets déjà versés`, value: money(early_break.paid_net) },
        { name: isDone ? t`Vous avez reçu` : t`Vous recevriez`, value: money(early_break.returned) },
      ]}
    />
  )
}
