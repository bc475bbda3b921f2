import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Credit, CreditDetail } from 'contract/products/credits.ts'
import { Calculator, Check } from 'lucide-react'
import { useState } from 'react'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { DetailLayout, Well } from '../../shell/DetailLayout.tsx'
import { Money } from '../../shell/Money.tsx'
import { Badge } from '../../ui/data/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { DetailList } from '../../ui/data/DetailList.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Meter } from '../../ui/data/Meter.tsx'
import { CreditStatus, repaidShare } from './credit-labels.tsx'
import { EarlyRepaymentModal } from './EarlyRepaymentModal.tsx'
import styles from './credits.module.css'

/** The current state of a credit: remaining capital, next instalment, unpaid amounts. */
export function CreditSummary({ credit }: { credit: CreditDetail }) {
  const { t } = useLingui()
  const { longDate, count } = useFormats()
  const { currency, amount_borrowed, outstanding, total_due, remaining_due, unpaid_due, total_unpaid, late_interest } =
    credit
  const money = (amount: number) => <Money amount={amount} currency={currency} />
  const settled = count(total_due - remaining_due - unpaid_due)
  const total = count(total_due)
  return (
    <DetailLayout aside={<Aside credit={credit} />}>
      {unpaid_due > 0 && (
        <InlineAlert
          tone="danger"
          title={t`${plural(unpaid_due, { one: '# échéance est impayée', other: '# échéances sont impayées' })}`}
        >
          <Trans>
            {money(total_unpaid)} sont dus, et {money(late_interest)} d’intérêts de retard à ce jour. Approvisionnez le
            compte : nous présentons les échéances chaque jour ouvré.
          </Trans>
        </InlineAlert>
      )}
      <section>
        <p className="muted">
          <Trans>Capital restant dû</Trans>
        </p>
        <p>
          <Money amount={outstanding} currency={currency} size="xl" />
        </p>
        <div className={styles.meter}>
          <Meter value={repaidShare(credit)} label={t`Capital remboursé`} isLarge />
        </div>
        <p className={styles.around}>
          <span>
            <Trans>{money(Math.max(0, amount_borrowed - outstanding))} remboursés</Trans>
          </span>
          <span className="muted">
            <Trans>sur {money(amount_borrowed)}</Trans>
          </span>
        </p>
      </section>
      <Years credit={credit} />
      <section>
        <h2 className="h2">
          <Trans>Échéances</Trans>
        </h2>
        <DetailList
          facts={[
            { name: t`Réglées`, value: t`${settled} sur ${total}` },
            { name: t`Échéances restantes`, value: count(remaining_due) },
            {
              name: t`Échéances impayées`,
              value:
                unpaid_due > 0 ? (
                  <CreditStatus credit={credit} />
                ) : (
                  <>
                    {count(0)} <Badge tone="success" icon={Check}>{t`À jour`}</Badge>
                  </>
                ),
            },
            {
              name: t({ context: 'credit', message: 'Première échéance' }),
              value: longDate(fromPlainDate(credit.first_due_date)),
            },
            { name: t`Dernière échéance`, value: longDate(fromPlainDate(credit.last_due_date)) },
          ]}
        />
      </section>
    </DetailLayout>
  )
}

function Years({ credit: { years, currency } }: { credit: CreditDetail }) {
  const { t } = useLingui()
  const { money } = useFormats()
  const max = Math.max(1, ...years.map(({ principal, cost }) => Math.max(0, principal) + cost))
  const descriptions = years.map(({ year, principal, cost }) => {
    const [capital, rest] = [money(principal, currency).spoken, money(cost, currency).spoken]
    return t`${year} : capital ${capital}, intérêts, taxes et frais ${rest}`
  })
  return (
    <section>
      <div className={styles.head}>
        <h2 className="h2">
          <Trans>Remboursement par année</Trans>
        </h2>
        <p className={styles.legend}>
          <span>
            <Trans>Capital</Trans>
          </span>
          <span className={styles.cost}>
            <Trans>Intérêts, taxes et frais</Trans>
          </span>
        </p>
      </div>
      <figure
        className={cx(styles.bars, years.length > 8 && styles.many)}
        role="img"
        aria-label={descriptions.join(' ; ')}
      >
        {years.map(({ year, principal, cost }) => (
          <div key={year} className={styles.year}>
            <div className={styles.stack} style={{ blockSize: `${((Math.max(0, principal) + cost) / max) * 88}%` }}>
              <span style={{ flex: cost }} />
              <span style={{ flex: Math.max(0, principal) }} />
            </div>
            <span className={styles.name}>{year}</span>
          </div>
        ))}
      </figure>
    </section>
  )
}

function usePeriods(): Record<Credit['period'], string> {
  const { t } = useLingui()
  return { monthly: t`Mensuelle`, quarterly: t`Trimestrielle`, biannual: t`Semestrielle`, yearly: t`Annuelle` }
}

function Aside({ credit }: { credit: CreditDetail }) {
  const { t } = useLingui()
  const { longDate, longDateWithDay, percent, count } = useFormats()
  const periods = usePeriods()
  const [isRepaying, setRepaying] = useState(false)
  const { currency, next, next_due_date, due_amount, grace, grace_count, insurance_rate } = credit
  const money = (amount: number) => <Money amount={amount} currency={currency} />
  const graceText = t`${plural(grace_count, { one: '# échéance', other: '# échéances' })}`
  return (
    <>
      {next && next_due_date && due_amount !== null && (
        <Well>
          <h2 className="h3">
            <Trans>Prochaine échéance</Trans>
          </h2>
          <p className="muted">{longDateWithDay(fromPlainDate(next_due_date))}</p>
          <p>
            <Money amount={due_amount} currency={currency} size="lg" />
          </p>
          <DetailList
            facts={[
              { name: t`Capital`, value: money(next.principal) },
              { name: t`Intérêts`, value: money(next.interest) },
              ...(next.fees > 0 ? [{ name: t`Frais`, value: money(next.fees) }] : []),
              { name: t`Taxes`, value: money(next.taxes) },
            ]}
          />
        </Well>
      )}
      <section>
        <h2 className="h3">
          <Trans>Conditions</Trans>
        </h2>
        <DetailList
          facts={[
            { name: t`Montant emprunté`, value: money(credit.amount_borrowed) },
            { name: t`Taux d’intérêt`, value: percent(credit.rate) },
            { name: t`Taux effectif global (TEG)`, value: percent(credit.teg) },
            { name: t`Périodicité`, value: periods[credit.period] },
            ...(grace ? [{ name: grace === 'partial' ? t`Différé partiel` : t`Différé total`, value: graceText }] : []),
            ...(insurance_rate > 0 ? [{ name: t`Assurance emprunteur`, value: percent(insurance_rate) }] : []),
            { name: t`Date de mise en place`, value: longDate(fromPlainDate(credit.setup_date)) },
            { name: t`Nombre total d’échéances`, value: count(credit.total_due) },
            { name: t`Total des impayés`, value: money(credit.total_unpaid) },
          ]}
        />
        {credit.status === 'pending' && (
          <Button icon={Calculator} onClick={() => setRepaying(true)}>
            <Trans>Rembourser avant l’échéance</Trans>
          </Button>
        )}
        {isRepaying && <EarlyRepaymentModal credit={credit} onClose={() => setRepaying(false)} />}
      </section>
    </>
  )
}
