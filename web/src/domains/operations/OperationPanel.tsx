import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { operationTypeLabels } from 'contract/accounts/operation-labels.ts'
import type { Operation } from 'contract/accounts/operations.ts'
import { getDocumentFile, noticedTypes } from 'contract/accounts/statements.ts'
import { ArrowLeftRight, BookOpen, FileText, MessageSquare } from 'lucide-react'
import { useLabels } from '../../lib/use-labels.ts'
import { warn } from '../../lib/banners.ts'
import { callFile } from '../../lib/api/call.ts'
import { viewFile } from '../../lib/api/file-viewer.ts'
import { fromPlainDate, fromUnix, useFormats } from '../../lib/formats.ts'
import { findAccount, openAccount } from '../../lib/session/open-account.ts'
import { paths } from '../../lib/paths.ts'
import { hasRight, useAccount } from '../../lib/session/session.ts'
import { useFetching } from '../../lib/use-fetching.ts'
import { useMayWrite, writeToBank } from '../../lib/forms/writing.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { Money } from '../../shell/Money.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import { Button } from '../../ui/Button.tsx'
import { type DetailItem, DetailList } from '../../ui/data/DetailList.tsx'
import { SidePanel } from '../../ui/overlays/SidePanel.tsx'
import { SkeletonBlock, Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { OperationNotes } from './OperationNotes.tsx'
import { operationQuery } from './operation-queries.ts'
import { nameOf, subjectOf } from './operation-labels.ts'
import styles from './OperationPanel.module.css'

const OperationDocuments = lazyPart(async () => (await import('./OperationDocuments.tsx')).OperationDocuments)

/** One operation beside its list, with an own address. */
export function OperationPanel({
  id,
  known,
  onClose,
}: {
  id: string
  known: Operation | undefined
  onClose: () => void
}) {
  const { t } = useLingui()
  // The list has loaded all of it; an address opened directly requests the operation.
  const operation = useQuery({ ...operationQuery(id), enabled: !known })
  const visible = known ?? operation.data?.answer
  return (
    <SidePanel title={t`Opération`} onClose={onClose}>
      {!visible && operation.isPending && (
        <Skeleton>
          <SkeletonBlock width={14} height={2.25} />
          <SkeletonRows count={5} />
        </Skeleton>
      )}
      {!visible && operation.isError && (
        <PageProblem
          title={t`L’opération n’a pas pu être chargée`}
          error={operation.error}
          list={onClose}
          onRetry={() => void operation.refetch()}
        />
      )}
      {visible && <OperationDetail operation={visible} />}
    </SidePanel>
  )
}

function OperationDetail({ operation }: { operation: Operation }) {
  const { t } = useLingui()
  const { dateTime, longDate, percent } = useFormats()
  const types = useLabels(operationTypeLabels)
  const account = useAccount()
  const { amount, currency, execution_date, executed_at, value_date, vat_rate, vat_amount, reference, label } =
    operation
  const executed = executed_at ?? execution_date
  const subject = subjectOf(operation)
  // The details are requested on the operation's own account.
  const isElsewhere = operation.account !== null && operation.account.id !== account.uuid

  const facts: (DetailItem | false)[] = [
    { name: t`Type`, value: types[operation.type] },
    execution_date !== null && { name: t`Date d’exécution`, value: longDate(fromUnix(execution_date)) },
    { name: execution_date === null ? t`Date prévue` : t`Date de valeur`, value: longDate(fromPlainDate(value_date)) },
    operation.account !== null && { name: t`Compte`, value: nameOf(operation.account) },
    reference !== null && { name: t`Référence`, value: reference },
    label !== subject && { name: t`Libellé`, value: label },
  ]
  const taxes: (DetailItem | false)[] = [
    vat_rate !== null && { name: t`Taux de taxe`, value: percent(vat_rate) },
    vat_amount !== null && {
      name: t`Montant de la taxe`,
      value: <Money amount={Math.abs(vat_amount)} currency={currency} />,
    },
  ]
  const visibleTaxes = taxes.filter((fact) => fact !== false)
  return (
    <>
      <div className={styles.hero}>
        <Money amount={amount} currency={currency} signs="movement" size="lg" />
        <div>
          <p className={styles.subject}>{subject}</p>
          <p className="muted num">
            {executed === null ? t`À venir, non comptée dans le solde` : t`Exécutée le ${dateTime(fromUnix(executed))}`}
          </p>
        </div>
      </div>
      {!isElsewhere && execution_date !== null && <OperationNotes key={operation.id} operation={operation} />}
      {!isElsewhere && execution_date !== null && (
        <OperationDocuments key={`documents ${operation.id}`} operation={operation} />
      )}
      <DetailList facts={facts.filter((fact) => fact !== false)} />
      {isElsewhere && operation.account && <OpenAccountButton id={operation.id} account={operation.account} />}
      {!isElsewhere && <Related operation={operation} subject={subject} />}
      {visibleTaxes.length > 0 && (
        <section>
          <h3 className={styles.section}>
            <Trans>Taxe</Trans>
          </h3>
          <DetailList facts={visibleTaxes} />
        </section>
      )}
    </>
  )
}

/** Links to related objects, as far as the user may see them. */
function Related({ operation, subject }: { operation: Operation; subject: string }) {
  const { t } = useLingui()
  const account = useAccount()
  const mayWrite = useMayWrite()
  const cheque = operation.type === 'cheque_out' ? /^CHEQUE (\d{7})$/.exec(operation.label)?.[1] : undefined
  return (
    <>
      {cheque && hasRight(account, 'payment-methods') && (
        <LinkButton {...paths.chequebooks()} search={{ cheque }} icon={BookOpen}>
          <Trans>Voir le chéquier</Trans>
        </LinkButton>
      )}
      {operation.transfer_id !== null && hasRight(account, 'transfers') && (
        <LinkButton {...paths.transfer(operation.transfer_id)} icon={ArrowLeftRight}>
          <Trans>Voir le virement</Trans>
        </LinkButton>
      )}
      <NoticeButton operation={operation} />
      {mayWrite && operation.execution_date !== null && (
        <p>
          <Button
            icon={MessageSquare}
            onClick={() =>
              writeToBank({
                about: { kind: 'operation', id: operation.id },
                subject: t`Question sur l’opération ${subject}`.slice(0, 140),
              })
            }
          >
            <Trans>Écrire à mon conseiller</Trans>
          </Button>
        </p>
      )}
    </>
  )
}

/**
 * The link to the account of an operation that was found among all accounts, with its notes, documents and related
 * objects.
 */
function OpenAccountButton({ id, account }: { id: string; account: NonNullable<Operation['account']> }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { isFetching, fetchFile } = useFetching()
  const open = async () => {
    const found = await findAccount(account)
    if (!found) return warn(t`Ce compte n’est plus accessible.`)
    openAccount(found)
    await navigate({ ...paths.operations(), search: { operation: id } })
  }
  return (
    <p>
      <Button icon={ArrowLeftRight} isBusy={isFetching} onClick={() => void fetchFile(open)}>
        <Trans>Ouvrir sur ce compte</Trans>
      </Button>
    </p>
  )
}

/** The bank's notice of the operation, if it has one. */
function NoticeButton({ operation: { id, type, execution_date } }: { operation: Operation }) {
  const account = useAccount()
  const { isFetching, fetchFile } = useFetching()
  if (execution_date === null || !noticedTypes.includes(type) || !hasRight(account, 'statements')) return null
  const open = () => void fetchFile(() => callFile(getDocumentFile, { params: { id } }).then(viewFile))
  return (
    <p>
      <Button icon={FileText} isBusy={isFetching} onClick={open}>
        <Trans>Voir l’avis</Trans>
      </Button>
    </p>
  )
}
