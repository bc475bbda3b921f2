import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { operationTypeLabels } from 'contract/accounts/operation-labels.ts'
import { type Outlook, SPENDING_DAYS } from 'contract/dashboard.ts'
import { textIn, tintOfCategory } from 'contract/values/identity.ts'
import type { Currency } from 'contract/values/money.ts'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { useLanguage } from '../../lib/language.ts'
import { paths } from '../../lib/paths.ts'
import { hasRight, useAccount } from '../../lib/session/session.ts'
import { useLabels } from '../../lib/use-labels.ts'
import { Identity } from '../../shell/Identity.tsx'
import { Money } from '../../shell/Money.tsx'
import { BlockProblem } from '../../shell/Problem.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { Block } from './blocks.tsx'
import styles from './OutlookRail.module.css'
import { linkOfSpending } from './spending.ts'

const VISIBLE_CAUSES = 5
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
  if (!outlook.data)
    return <BlockProblem text={t`Vos prévisions n’ont pas pu être chargées.`} onRetry={() => void outlook.refetch()} />
  const { currency, spending, forecast } = outlook.data.answer
  return (
    <>
      {forecast && <ComingBlock causes={forecast.causes} currency={currency} />}
      {spending && spending.length > 0 && <SpendingBlock spending={spending} currency={currency} />}
    </>
  )
}

function ComingBlock({ causes, currency }: { causes: NonNullable<Outlook['forecast']>['causes']; currency: Currency }) {
  const { t } = useLingui()
  const language = useLanguage()
  const { rowDate } = useFormats()
  return (
    <Block title={t`À venir`}>
      {causes.length === 0 ? (
        <p className="muted">
          <Trans>Rien n’est prévu dans les 90 prochains jours.</Trans>
        </p>
      ) : (
        <ul className={styles.list}>
          {causes.slice(0, VISIBLE_CAUSES).map(({ transfer_id, date, amount, identity }, index) => (
            <li key={index}>
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
                detail={[rowDate(fromPlainDate(date)), identity.memo && textIn(identity.memo, language)]
                  .filter(Boolean)
                  .join(' · ')}
                end={<Money amount={amount} currency={currency} signs="movement" tone="coming" />}
              />
            </li>
          ))}
        </ul>
      )}
      {causes.length > VISIBLE_CAUSES && (
        <p className="muted small">
          <Plural
            value={causes.length - VISIBLE_CAUSES}
            one="et # autre mouvement prévu"
            other="et # autres mouvements prévus"
          />
        </p>
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
      more={
        mayAnalyse && (
          <Link className={styles.more} {...paths.analysis()}>
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
