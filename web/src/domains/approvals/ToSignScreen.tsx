import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ItemToSign } from 'contract/transfers/signatures.ts'
import { History, PenLine } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { announce, warn } from '../../lib/banners.ts'
import { fetchLater } from '../../lib/fetch-later.ts'
import { useIsOnline } from '../../lib/api/online.ts'
import { queryClient } from '../../lib/api/query.ts'
import { useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { reportError } from '../../lib/report-error.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { Page } from '../../shell/Page.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import { ActionBar, BarAction } from '../../ui/ActionBar.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Pagination } from '../../ui/data/Pagination.tsx'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { toSignQuery } from '../transfers/transfer-queries.ts'
import { InboxKeys } from './InboxKeys.tsx'
import { kindGroups, useCountsText, useSumText } from './item-labels.ts'
import { KindChips } from './KindChips.tsx'
import { isSignedTogether, type OrdersChoice, useRefuse, useSign } from './signature-queries.ts'
import { SignatureList } from './SignatureList.tsx'
import { accountsText, useContextLine, useToSignGroups } from './to-sign-groups.ts'
import styles from './ToSignScreen.module.css'
import { focusRow, useKeys } from './use-list-keys.ts'

const PREFETCH_MS = 300

const loadPanel = () => import('./SignaturePanel.tsx')
const SignaturePanel = lazyPart(async () => (await loadPanel()).SignaturePanel)
const BulkRecap = lazyPart(async () => (await import('./BulkRecap.tsx')).BulkRecap)
const RefuseManyModal = lazyPart(async () => (await import('./RefuseManyModal.tsx')).RefuseManyModal)

const route = getRouteApi('/signed-in/main/transfers/to-sign')

/** The different reasons why items were not signed or refused. */
const reasonsOf = (outcomes: readonly { message: string | null }[]) => [
  ...new Set(outcomes.flatMap(({ message }) => message ?? [])),
]

/** Requests the list before the screen is rendered. */
export const prefetch = ({ page = 1 }: { page?: number | undefined }): void =>
  void queryClient.prefetchQuery(toSignQuery(page))

/** Everything that waits for the reader, over all accounts, in one list: the most urgent first. */
export function ToSignScreen() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const isOnline = useIsOnline()
  const { count } = useFormats()
  const { page = 1, kind, item: openId } = route.useSearch()
  const waiting = useQuery(toSignQuery(page))
  const [chosenIds, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [order, setOrder] = useState<'urgency' | 'kind'>('urgency')
  const [isRefusingMany, setRefusingMany] = useState(false)
  const [failed, setFailed] = useState({ count: 0, reasons: [] as string[] })
  const frame = useRef<HTMLDivElement>(null)
  const announceSigned = (done: number) =>
    announce(t`${plural(done, { one: 'La demande a bien été signée.', other: '# demandes ont bien été signées.' })}`)
  const announceRefused = (done: number) =>
    announce(t`${plural(done, { one: 'La demande a bien été refusée.', other: '# demandes ont bien été refusées.' })}`)
  const announceLate = (outcomes: readonly { message: string | null }[], announceDone: (done: number) => void) => {
    const reasons = reasonsOf(outcomes)
    if (reasons.length > 0) warn(reasons.join(' '))
    else announceDone(outcomes.length)
  }
  const sign = useSign((outcomes) => announceLate(outcomes, announceSigned))
  const refuse = useRefuse((outcomes) => announceLate(outcomes, announceRefused))
  const countsText = useCountsText()
  const sumText = useSumText()
  const all = waiting.data?.answer ?? []
  const ofKind = all.filter((one) => kindGroups[one.kind] === kind)
  // A kind of which nothing waits any more does not hide the others.
  const group = ofKind.length > 0 ? (kind ?? null) : null
  const items = group === null ? all : ofKind
  const groupsOf = useToSignGroups(order)
  const groups = groupsOf(items)
  // In the order of the screen: previous and next follow it.
  const listed = groups.flatMap((one) => one.items)
  const choosable = items.filter(isSignedTogether)
  const chosen = choosable.filter(({ id }) => chosenIds.has(id))
  const at = listed.findIndex(({ id }) => id === openId)
  // The item of the address is not listed, mostly because somebody else has signed or refused it: its panel closes.
  const isMissing =
    openId !== undefined && at < 0 && waiting.isSuccess && !waiting.isFetching && !sign.isPending && !refuse.isPending
  const filter = kind !== undefined && { kind }
  const search = (item?: string) => ({ ...(page > 1 && { page }), ...filter, ...(item !== undefined && { item }) })
  const open = (item: ItemToSign) =>
    void (item.kind === 'batch'
      ? navigate({ ...paths.batch(item.id), search: { account: item.account.uuid } })
      : navigate({ ...paths.transfersToSign(), search: search(item.id), resetScroll: false }))
  const close = () => void navigate({ ...paths.transfersToSign(), search: search(), replace: true, resetScroll: false })
  const toggle = ({ id }: { id: string }) => {
    const next = new Set(chosenIds)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const hasItems = all.length > 0
  // The panel opens at once on the first press.
  useEffect(() => (hasItems ? fetchLater(PREFETCH_MS, [loadPanel]) : undefined), [hasItems])

  /** The item after this one takes its place; with the last one the panel closes. */
  const showNextOf = ({ id }: ItemToSign) => {
    const here = listed.findIndex((one) => one.id === id)
    const next = listed[here + 1] ?? listed[here - 1]
    if (openId === undefined) return focusHeading()
    if (next) void navigate({ ...paths.transfersToSign(), search: search(next.id), replace: true, resetScroll: false })
    else {
      close()
      focusHeading()
    }
  }
  /** Says why items were not decided: over an open panel, which covers the alerts of the page behind it, or in the page. */
  const explain = (outcomes: readonly { message: string | null }[], done: number) => {
    const reasons = reasonsOf(outcomes)
    const isBehindPanel = done === 0 && openId !== undefined
    setFailed(isBehindPanel ? { count: 0, reasons: [] } : { count: outcomes.length - done, reasons })
    if (isBehindPanel) warn(reasons.join(' '))
  }
  const signItems = (given: readonly ItemToSign[], orders?: OrdersChoice) => {
    const [first] = given
    if (!first || sign.isPending) return
    sign.mutate(
      { items: given, ...(orders && { orders }), ...(given.length > 1 && { recap: <BulkRecap items={given} /> }) },
      {
        onSuccess: (outcomes) => {
          const done = outcomes.filter(({ outcome }) => outcome === 'signed').length
          explain(outcomes, done)
          setChosen(new Set())
          if (done > 0) {
            announceSigned(done)
            showNextOf(first)
          }
        },
        onError: reportError,
      },
    )
  }
  const refuseItems = (given: readonly ItemToSign[], reason: string) => {
    const [first] = given
    if (!first || refuse.isPending) return
    refuse.mutate(
      { items: given, reason },
      {
        onSuccess: (outcomes) => {
          const done = outcomes.filter(({ message }) => message === null).length
          // The dialog closes first: the heading behind an open one cannot get the focus.
          flushSync(() => {
            explain(outcomes, done)
            setChosen(new Set())
            setRefusingMany(false)
          })
          if (done > 0) {
            announceRefused(done)
            showNextOf(first)
          }
        },
        onError: reportError,
      },
    )
  }
  const itemOf = (id: string | null) => listed.find((one) => one.id === id)
  const withItem = (id: string | null, act: (item: ItemToSign) => void) => {
    const item = itemOf(id)
    if (item) act(item)
  }
  useKeys({
    move: (step) => focusRow(frame, step),
    choose: (id) => withItem(id, (item) => isSignedTogether(item) && toggle(item)),
    sign: (id) => (chosen.length > 0 ? signItems(chosen) : withItem(id, (item) => signItems([item]))),
    refuse: (id) => (chosen.length > 0 ? setRefusingMany(true) : withItem(id, open)),
  })
  const total = waiting.data?.page?.total ?? 0
  const { sum, urgent } = useContextLine(all, total)
  return (
    <Page
      heading={t`À signer`}
      // Of one line on a phone, as the sum that replaces it: the title of the first group has the hour.
      context={
        total > 0 ? (
          <>
            {sum} {urgent !== null && <span className="from-tablet">{urgent}</span>}
          </>
        ) : (
          t`Tout ce que vous pouvez signer.`
        )
      }
      actions={
        <LinkButton {...paths.signedItems()} variant="quiet" icon={History}>
          <Trans>Ce que j’ai signé</Trans>
        </LinkButton>
      }
    >
      {failed.reasons.length > 0 && (
        <div className={styles.problems}>
          <InlineAlert
            tone="warning"
            title={t`${plural(failed.count, { one: 'Une demande n’a pas pu être traitée', other: '# demandes n’ont pas pu être traitées' })}`}
          >
            {failed.reasons.join(' ')}
          </InlineAlert>
        </div>
      )}
      {isMissing && (
        <div className={styles.problems}>
          <InlineAlert tone="info" title={t`Cette demande n’est pas dans cette liste`} onClose={close}>
            <Trans>Elle a pu être signée, refusée ou annulée entre-temps.</Trans>
          </InlineAlert>
        </div>
      )}
      {waiting.isPending ? (
        <Skeleton>
          <SkeletonRows count={6} hasTile hasHead />
        </Skeleton>
      ) : waiting.isLoadingError ? (
        <PageProblem
          title={t`La liste n’a pas pu être chargée`}
          error={waiting.error}
          onRetry={() => void waiting.refetch()}
        />
      ) : all.length === 0 ? (
        <EmptyState motif="lines" title={t`Rien à signer`}>
          <Trans>Les demandes qui attendent votre signature apparaîtront ici.</Trans>
        </EmptyState>
      ) : (
        <div ref={frame}>
          <div className={styles.tools}>
            <KindChips
              items={all}
              chosen={group}
              onChange={(next) =>
                void navigate({
                  ...paths.transfersToSign(),
                  search: { ...(page > 1 && { page }), ...(next !== null && { kind: next }) },
                  replace: true,
                  resetScroll: false,
                })
              }
            />
            <Segmented
              label={t`Grouper`}
              value={order}
              options={[
                { value: 'urgency', label: t`Par urgence` },
                { value: 'kind', label: t`Par nature` },
              ]}
              onChange={setOrder}
            />
          </div>
          <SignatureList
            label={t`Demandes à signer`}
            groups={groups}
            isChosen={({ id }) => chosen.some((one) => one.id === id)}
            onChoose={toggle}
            all={chosen.length === 0 ? 'none' : chosen.length === choosable.length ? 'all' : 'some'}
            onChooseAll={() =>
              setChosen(chosen.length === choosable.length ? new Set() : new Set(choosable.map(({ id }) => id)))
            }
            onOpen={open}
          />
          {waiting.data.page && waiting.data.page.count > 1 && (
            <Pagination
              page={page}
              pageCount={waiting.data.page.count}
              onPage={(next) => void navigate({ ...paths.transfersToSign(), search: { page: next, ...filter } })}
              summary={t`${count(total)} demandes`}
            />
          )}
          {chosen.length > 0 && (
            <ActionBar
              label={t`Sélection`}
              title={`${t`${plural(chosen.length, { one: '# demande choisie', other: '# demandes choisies' })}`} · ${sumText(chosen)}`}
              detail={[countsText(chosen), accountsText(chosen)].filter(Boolean).join(', ')}
            >
              <BarAction isMinor onPress={() => setChosen(new Set())}>
                <Trans>Tout décocher</Trans>
              </BarAction>
              <BarAction isDisabled={!isOnline} onPress={() => setRefusingMany(true)}>
                <Trans>Refuser…</Trans>
              </BarAction>
              <Button
                variant="primary"
                icon={PenLine}
                disabled={!isOnline}
                isBusy={sign.isPending}
                onClick={() => signItems(chosen)}
              >
                {t`${plural(chosen.length, { one: 'Signer # demande', other: 'Signer # demandes' })}`}
              </Button>
            </ActionBar>
          )}
          <InboxKeys />
        </div>
      )}
      {at >= 0 && (
        <SignaturePanel
          items={listed}
          at={at}
          isBusy={sign.isPending || refuse.isPending}
          onMove={(next) =>
            void navigate({ ...paths.transfersToSign(), search: search(next.id), replace: true, resetScroll: false })
          }
          onSign={(item, orders) => signItems([item], orders)}
          onRefuse={(item, reason) => refuseItems([item], reason)}
          onClose={close}
        />
      )}
      {isRefusingMany && (
        <RefuseManyModal
          items={chosen}
          isBusy={refuse.isPending}
          onRefuse={(reason) => refuseItems(chosen, reason)}
          onClose={() => setRefusingMany(false)}
        />
      )}
    </Page>
  )
}

const focusHeading = () => document.querySelector<HTMLElement>('h1')?.focus()
