import { Trans, useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { operationTypeLabels } from 'contract/accounts/operation-labels.ts'
import { type Outlook, SPENDING_DAYS } from 'contract/dashboard.ts'
import { textIn, tintOfCategory } from 'contract/values/identity.ts'
import type { Currency } from 'contract/values/money.ts'
import { Check } from 'lucide-react'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { useLanguage } from '../../lib/language.ts'
import { paths } from '../../lib/paths.ts'
import { hasRight, useAccount } from '../../lib/session/session.ts'
import { useLabels } from '../../lib/use-labels.ts'
import { Identity } from '../../shell/Identity.tsx'
import { Money } from '../../shell/Money.tsx'
import { BlockProblem } from '../../shell/Problem.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import blocks from './blocks.module.css'
import { Block, FailedBlock } from './blocks.tsx'
import styles from './OutlookRail.module.css'
import { linkOfSpending } from './spending.ts'

const VISIBLE_CAUSES = 5
/** A phone shows fewer: a company plans its payments. */
const CAUSES_ON_PHONE = 2
const COMPANY_CAUSES_ON_PHONE = 4
const VISIBLE_KINDS = 4

export function OutlookSkeleton() {
  return (
    <Skeleton>
      <SkeletonRows count={5} hasTile hasHead />
    </Skeleton>
  )
}

/** What is scheduled, and where the money went: a problem here leaves the balance and the movements readable. */
export function OutlookRail({ outlook }: { outlook: UseQueryResult<{ answer: Outlook }> }) {
  const { t } = useLingui()
  const { is_company } = useAccount()
  const retry = () => void outlook.refetch()
  if (!outlook.data) return <BlockProblem text={t`Vos prévisions n’ont pas pu être chargées.`} onRetry={retry} />
  const { currency, spending, forecast, failed } = outlook.data.answer
  return (
    <>
      {forecast && <ComingBlock causes={forecast.causes} currency={currency} />}
      {failed.includes('forecast') && <FailedBlock title={t`À venir`} onRetry={retry} />}
      {/* A company reads its categories in the analysis. */}
      {spending && spending.length > 0 && !is_company && <SpendingBlock spending={spending} currency={currency} />}
      {failed.includes('spending') && <FailedBlock title={t`Dépenses par catégorie`} onRetry={retry} />}
    </>
  )
}

type Causes = NonNullable<Outlook['forecast']>['causes']

/** A company sees whether the balance reaches for what goes out. */
function ComingBlock({ causes, currency }: { causes: Causes; currency: Currency }) {
  const { t } = useLingui()
  const language = useLanguage()
  const { rowDate } = useFormats()
  const account = useAccount()
  const onPhone = account.is_company ? COMPANY_CAUSES_ON_PHONE : CAUSES_ON_PHONE
  return (
    <Block
      title={account.is_company ? t`Paies et échéances` : t`À venir`}
      more={
        hasRight(account, 'operations') && (
          <Link className={blocks.more} {...paths.operations()}>
            <Trans>Tout voir</Trans>
            <span className="sr"> : {t`À venir`}</span>
          </Link>
        )
      }
    >
      {causes.length === 0 ? (
        <p className="muted">
          <Trans>Rien n’est prévu dans les 90 prochains jours.</Trans>
        </p>
      ) : (
        <ul className={blocks.rows}>
          {causes
            .slice(0, VISIBLE_CAUSES)
            .map(({ transfer_id, account_number, date, amount, identity, is_covered }, index) => (
              <li key={index} className={index >= onPhone ? 'from-tablet' : undefined}>
                <Identity
                  identity={identity}
                  state={null}
                  title={(name) =>
                    transfer_id ? (
                      <Link {...paths.transfer(transfer_id)} preload={false}>
                        {name}
                      </Link>
                    ) : (
                      name
                    )
                  }
                  detail={[
                    rowDate(fromPlainDate(date)),
                    identity.memo && textIn(identity.memo, language),
                    account_number && `•• ${account_number.slice(-4)}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                  end={
                    <>
                      <Money amount={amount} currency={currency} signs="movement" tone="coming" />
                      {account.is_company && is_covered !== null && (
                        <span className={is_covered ? styles.covered : styles.short}>
                          {is_covered && <Icon shape={Check} size="xs" />}
                          {is_covered ? t`Couvert` : t`À préparer`}
                        </span>
                      )}
                    </>
                  }
                />
              </li>
            ))}
        </ul>
      )}
    </Block>
  )
}

function SpendingBlock({ spending, currency }: { spending: NonNullable<Outlook['spending']>; currency: Currency }) {
  const { t } = useLingui()
  const types = useLabels(operationTypeLabels)
  const mayAnalyse = hasRight(useAccount(), 'operations')
  const total = spending.reduce((sum, { amount }) => sum + amount, 0)
  const first = spending.slice(0, VISIBLE_KINDS)
  const rest = total - first.reduce((sum, { amount }) => sum + amount, 0)
  const tintOf = ({ category }: (typeof first)[number]) => (category ? tintOfCategory(category.label) : 'neutral')
  return (
    <Block
      title={t`Dépenses par catégorie`}
      className="from-tablet"
      more={
        mayAnalyse && (
          <Link className={blocks.more} {...paths.analysis()}>
            <Trans>Analyse</Trans>
          </Link>
        )
      }
    >
      <p className="muted small num">
        <Trans>
          <Money amount={-total} currency={currency} /> dépensés en {SPENDING_DAYS} jours
        </Trans>
      </p>
      <p className={styles.share} aria-hidden>
        {first.map((kind) => (
          <i key={kind.category?.id ?? kind.type} data-tint={tintOf(kind)} style={{ flexGrow: -kind.amount }} />
        ))}
        {rest < 0 && <i style={{ flexGrow: -rest }} />}
      </p>
      <ul className={styles.kinds}>
        {first.map((kind) => (
          <li key={kind.category?.id ?? kind.type}>
            <i data-tint={tintOf(kind)} />
            <Link {...linkOfSpending(kind)} preload={false}>
              {kind.category?.label ?? (kind.type && types[kind.type])}
            </Link>
            <Money amount={-kind.amount} currency={currency} />
          </li>
        ))}
      </ul>
    </Block>
  )
}
