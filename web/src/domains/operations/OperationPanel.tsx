import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { operationTypeLabels } from 'contract/accounts/operation-labels.ts'
import type { Operation } from 'contract/accounts/operations.ts'
import { getDocumentFile, noticedTypes } from 'contract/accounts/statements.ts'
import { renamableKinds, textIn } from 'contract/values/identity.ts'
import { ArrowLeftRight, BookOpen, Copy, FileText, Flag, History } from 'lucide-react'
import type { ReactNode } from 'react'
import { callFile } from '../../lib/api/call.ts'
import { viewFile } from '../../lib/api/file-viewer.ts'
import { announce } from '../../lib/banners.ts'
import { copy } from '../../lib/clipboard.ts'
import { fromPlainDate, fromUnix, useFormats } from '../../lib/formats.ts'
import { useMayWrite, writeToBank } from '../../lib/forms/writing.ts'
import { useLanguage } from '../../lib/language.ts'
import { paths } from '../../lib/paths.ts'
import { useOpenAccount } from '../../lib/session/use-open-account.ts'
import { hasRight, useAccount } from '../../lib/session/session.ts'
import { useFetching } from '../../lib/use-fetching.ts'
import { useLabels } from '../../lib/use-labels.ts'
import { IdentityPicture, StateLabel } from '../../shell/Identity.tsx'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { Money } from '../../shell/Money.tsx'
import { PanelNeighbours } from '../../shell/PanelNeighbours.tsx'
import type { Position } from '../../shell/position-in.ts'
import { PageProblem } from '../../shell/Problem.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { SidePanel } from '../../ui/overlays/SidePanel.tsx'
import { SkeletonBlock, Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { OperationCategories } from './OperationCategories.tsx'
import { nameOf, useSubject } from './operation-labels.ts'
import { Line } from './OperationLine.tsx'
import { OperationNotes } from './OperationNotes.tsx'
import { operationQuery } from './operation-queries.ts'
import styles from './OperationPanel.module.css'

const InstantPayerPart = lazyPart(async () => (await import('./InstantPayerPart.tsx')).InstantPayerPart)
const OperationDocuments = lazyPart(async () => (await import('./OperationDocuments.tsx')).OperationDocuments)

/** One operation beside its list, with an own address. */
export function OperationPanel({
  id,
  known,
  position,
  onShow,
  onClose,
}: {
  id: string
  known: Operation | undefined
  /** Of a booked operation of the list. */
  position: Position | null
  onShow: (id: string) => void
  onClose: () => void
}) {
  const { t } = useLingui()
  // The list has loaded all of it; an address opened directly requests the operation.
  const operation = useQuery({ ...operationQuery(id), enabled: !known })
  const visible = known ?? operation.data?.answer
  return (
    <SidePanel
      title={t`Opération`}
      onClose={onClose}
      nav={
        position && (
          <PanelNeighbours
            position={position}
            labels={{ previous: t`Opération précédente`, next: t`Opération suivante` }}
            onShow={onShow}
          />
        )
      }
      foot={visible && <PanelFooter operation={visible} />}
    >
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
      {visible && <OperationDetail key={visible.id} operation={visible} />}
    </SidePanel>
  )
}

/** The reference of a payment over PI is its end-to-end identifier. */
const isOverPlatform = ({ amount, reference }: Operation) =>
  amount > 0 && reference !== null && /^E[A-Z]{3}\d{17}\w{14}$/.test(reference)

type Fact = { name: string; value: ReactNode; isLast?: boolean }

function OperationDetail({ operation }: { operation: Operation }) {
  const { t } = useLingui()
  const { dateTime, longDate, percent } = useFormats()
  const language = useLanguage()
  const types = useLabels(operationTypeLabels)
  const account = useAccount()
  const subject = useSubject()
  const { identity, amount, currency, execution_date, executed_at, value_date, vat_rate, vat_amount, reference } =
    operation
  const executed = executed_at ?? execution_date
  const valueDate = longDate(fromPlainDate(value_date))
  // The details are requested on the operation's own account.
  const isElsewhere = operation.account !== null && operation.account.id !== account.uuid
  const isOnAccount = !isElsewhere && execution_date !== null
  const facts: (Fact | false)[] = [
    executed === null
      ? { name: t`Prévue le`, value: `${valueDate} · ${t`pas encore dans le solde`}` }
      : { name: t`Exécutée le`, value: dateTime(fromUnix(executed)) },
    { name: t`Type`, value: types[operation.type] },
    operation.account !== null && { name: t`Compte`, value: nameOf(operation.account) },
    reference !== null && { name: t`Référence`, value: <Copied text={reference} /> },
    vat_rate !== null && { name: t`Taux de taxe`, value: percent(vat_rate) },
    vat_amount !== null && {
      name: t`Montant de la taxe`,
      value: <Money amount={Math.abs(vat_amount)} currency={currency} />,
    },
    operation.balance_after !== null && {
      name: t`Solde après`,
      value: <Money amount={operation.balance_after} currency={currency} size="title" />,
    },
  ]
  return (
    <>
      <div className={styles.hero}>
        <IdentityPicture identity={identity} size="lg" state={identity.state} />
        <Money amount={amount} currency={currency} signs="movement" size="lg" />
        <p className={styles.subject}>{subject(operation)}</p>
        <p className="muted">{identity.memo !== null && textIn(identity.memo, language)}</p>
        {identity.state && <StateLabel state={identity.state} />}
      </div>
      {isOnAccount && <OperationCategories operation={operation} />}
      <div className={styles.receipt}>
        <dl>
          {facts
            .filter((fact) => fact !== false)
            .map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
      </div>
      <div>
        {isOnAccount && <OperationNotes operation={operation} />}
        {isOnAccount && <OperationDocuments operation={operation} />}
        <Related operation={operation} subject={subject(operation)} isElsewhere={isElsewhere} />
        <details className={styles.raw}>
          <summary>
            <Trans>Libellé de la banque, date de valeur</Trans>
          </summary>
          <p className="num">
            {operation.label} · <Trans>valeur du {valueDate}</Trans>
          </p>
        </details>
      </div>
      {isOnAccount && isOverPlatform(operation) && <InstantPayerPart id={operation.id} />}
      {isElsewhere && operation.account && <OpenAccountButton id={operation.id} account={operation.account} />}
    </>
  )
}

function Copied({ text }: { text: string }) {
  const { t } = useLingui()
  const take = async () => ((await copy(text)) ? announce(t`La référence est copiée.`) : undefined)
  return (
    <span className={styles.copied}>
      {text}
      <IconButton isAtEdge icon={Copy} label={t`Copier la référence`} onClick={() => void take()} />
    </span>
  )
}

/** Links to related objects, as far as the user may see them. */
function Related({ operation, subject, isElsewhere }: { operation: Operation; subject: string; isElsewhere: boolean }) {
  const { t } = useLingui()
  const account = useAccount()
  const mayWrite = useMayWrite()
  const cheque = operation.type === 'cheque_out' ? /^CHEQUE (\d{7})$/.exec(operation.label)?.[1] : undefined
  const hasName = renamableKinds.includes(operation.identity.kind)
  const search = subject.slice(0, 64)
  return (
    <>
      {hasName && (
        <Link {...paths.operations()} search={{ search }} className={styles.line} preload={false}>
          <Line icon={History}>
            <Trans>Toutes les opérations : {subject}</Trans>
          </Line>
        </Link>
      )}
      {!isElsewhere && cheque && hasRight(account, 'payment-methods') && (
        <Link {...paths.chequebooks()} search={{ cheque }} className={styles.line}>
          <Line icon={BookOpen}>
            <Trans>Voir le chéquier</Trans>
          </Line>
        </Link>
      )}
      {!isElsewhere && mayWrite && operation.execution_date !== null && (
        <button
          type="button"
          className={styles.line}
          onClick={() =>
            writeToBank({
              about: { kind: 'operation', id: operation.id },
              subject: t`Question sur l’opération ${subject}`.slice(0, 140),
            })
          }
        >
          <Line icon={Flag}>
            <Trans>Signaler un problème</Trans>
          </Line>
        </button>
      )}
    </>
  )
}

/** The notice of the bank, and the transfer that caused the operation. */
function PanelFooter({ operation }: { operation: Operation }) {
  const account = useAccount()
  if (operation.account !== null && operation.account.id !== account.uuid) return null
  return (
    <>
      <NoticeButton operation={operation} />
      {operation.transfer_id !== null && hasRight(account, 'transfers') && (
        <LinkButton {...paths.transfer(operation.transfer_id)} icon={ArrowLeftRight}>
          <Trans>Voir le virement</Trans>
        </LinkButton>
      )}
    </>
  )
}

/**
 * The link to the account of an operation that was found among all accounts, with its notes, documents and related
 * objects.
 */
function OpenAccountButton({ id, account }: { id: string; account: NonNullable<Operation['account']> }) {
  const navigate = useNavigate()
  const openAccount = useOpenAccount()
  const { isFetching, fetchFile } = useFetching()
  const open = async () => {
    if (await openAccount(account)) await navigate({ ...paths.operations(), search: { operation: id } })
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
  const { t } = useLingui()
  const account = useAccount()
  const { isFetching, fetchFile } = useFetching()
  if (execution_date === null || !noticedTypes.includes(type) || !hasRight(account, 'statements')) return null
  const open = () =>
    void fetchFile(() =>
      callFile(getDocumentFile, { params: { id } }).then((file) => viewFile(file, t`Avis de l’opération`)),
    )
  return (
    <Button icon={FileText} isBusy={isFetching} onClick={open}>
      <Trans>Voir l’avis</Trans>
    </Button>
  )
}
