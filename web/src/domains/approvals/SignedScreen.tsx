import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { SIGNED_DAYS, type SignedItem } from 'contract/transfers/signatures.ts'
import { Ban, Clock, PenLine } from 'lucide-react'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { reportError } from '../../lib/report-error.ts'
import { grouped } from '../../lib/grouped.ts'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { Page } from '../../shell/Page.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import { cx } from '../../ui/cx.ts'
import { Badge } from '../../ui/data/Badge.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { signedQuery } from './signature-queries.ts'
import { GroupHead, ItemAmount, ItemIdentity, Person } from './SignatureList.tsx'
import styles from './SignatureList.module.css'
import { useOpenItem } from './use-open-item.ts'

/** What the reader has signed lately, by day, over all accounts. */
export function SignedScreen() {
  const { t } = useLingui()
  const { dayTitle } = useFormats()
  const signed = useQuery(signedQuery())
  const items = signed.data?.answer ?? []
  const days = grouped(items, ({ signed_at }) => dayTitle(fromUnix(signed_at)))
  const back = (
    <LinkButton {...paths.transfersToSign()} icon={PenLine}>
      <Trans>À signer</Trans>
    </LinkButton>
  )
  return (
    <Page
      heading={t`Ce que j’ai signé`}
      context={t`Vos signatures des ${SIGNED_DAYS} derniers jours, sur tous vos comptes.`}
      actions={back}
    >
      {signed.isPending ? (
        <Skeleton>
          <SkeletonRows count={5} hasTile hasHead />
        </Skeleton>
      ) : signed.isLoadingError ? (
        <PageProblem
          title={t`La liste n’a pas pu être chargée`}
          error={signed.error}
          onRetry={() => void signed.refetch()}
        />
      ) : items.length === 0 ? (
        <EmptyState motif="lines" title={t`Aucune signature récente`}>
          <Trans>Ce que vous signez apparaîtra ici, avec ce qui en est advenu.</Trans>
        </EmptyState>
      ) : (
        <div className={cx(styles.list, styles.sent)} role="table" aria-label={t`Demandes signées`}>
          <div className={styles.head} role="row">
            <span role="columnheader">{t`Demande`}</span>
            <span role="columnheader">{t`Créé par`}</span>
            <span role="columnheader" className={styles.wide}>{t`Signé à`}</span>
            <span role="columnheader" className={styles.amount}>{t`Montant`}</span>
            <span role="columnheader">{t`Suite`}</span>
          </div>
          {[...days].map(([day, rows]) => (
            <div key={day} role="rowgroup">
              <GroupHead group={{ id: day, title: day, detail: '', end: '' }} />
              {rows.map((item) => (
                <Row key={`${item.kind} ${item.id} ${item.version}`} item={item} />
              ))}
            </div>
          ))}
        </div>
      )}
    </Page>
  )
}

function Row({ item }: { item: SignedItem }) {
  const { t } = useLingui()
  const { time } = useFormats()
  const open = useOpenItem()
  const at = time(fromUnix(item.signed_at))
  return (
    <div className={styles.row} role="row">
      {/* A signed item needs no review any more. */}
      <ItemIdentity item={{ ...item, is_first_payment: false }} onOpen={() => void open(item).catch(reportError)} />
      <span role="cell" className={styles.waiting}>
        {item.created_by !== null && <Person name={item.created_by} detail="" />}
      </span>
      <span role="cell" className={cx(styles.wide, 'num')}>
        {at}
      </span>
      <ItemAmount item={item} />
      <span role="cell" className={styles.act}>
        {item.state === 'waiting' && (
          <Badge tone="warning" icon={Clock}>
            {t`Attend d’autres signatures`}
          </Badge>
        )}
        {item.state === 'ended' && (
          <Badge tone="neutral" icon={Ban}>
            {t`N’est pas parti`}
          </Badge>
        )}
      </span>
    </div>
  )
}
