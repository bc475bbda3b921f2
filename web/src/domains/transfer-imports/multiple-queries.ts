import { type QueryClient, type QueryKey, useMutation, useQueryClient, queryOptions } from '@tanstack/react-query'
import type { Answer } from 'contract/endpoint.ts'
import { listBeneficiaries } from 'contract/transfers/beneficiaries.ts'
import { getDashboard } from 'contract/dashboard.ts'
import {
  acceptBatch,
  type BatchLineFilter,
  type BatchLineOrder,
  cancelBatch,
  createBatch,
  getBatch,
  listBatchBanks,
  listBatches,
  listBatchLines,
  rejectBatch,
  retryBatch,
} from 'contract/transfers/batches.ts'
import {
  changeImport,
  chooseImportOptions,
  chooseInstant,
  editImportLines,
  findImport,
  type ImportItem,
  importList,
  importTransfers,
  moveImport,
  removeImport,
} from 'contract/transfers/imports.ts'
import { countItemsToSign, listItemsToSign } from 'contract/transfers/signatures.ts'
import { listLimits } from 'contract/transfers/signing-rules.ts'
import { listTransferRows } from 'contract/transfers/transfer-rows.ts'
import { createTransfer, listPayees } from 'contract/transfers/transfers.ts'
import { useRef, useState } from 'react'
import { call, type CallInput, type Reply } from '../../lib/api/call.ts'
import { isLive } from '../../lib/api/live.ts'
import { callQuery, useCall } from '../../lib/api/query.ts'
import { chosenAs, type LineEdit, type UnsavedCell, unsavedBeside, unsavedCells } from './grid-edits.ts'

type Draft = Answer<typeof findImport>

const LOOKUP_EVERY_MS = 2_000

/** The errors of lines whose telephone or account number the platform is looking up. */
const waits = ['phone_waits', 'account_waits']

/** Polls while the platform of instant payments is asked who has the numbers of lines. */
export const importQuery = () =>
  queryOptions<Reply<typeof findImport>, Error>({
    ...callQuery(findImport, {}),
    // A change of all 5,000 lines is not compared with what they were: that takes longer than rendering them.
    structuralSharing: false,
    refetchInterval: ({ state: { data } }) =>
      data?.answer?.items.some(({ errors }) => errors.some(({ code }) => waits.includes(code))) === true
        ? LOOKUP_EVERY_MS
        : false,
  })
export const batchListQuery = (page: number) => callQuery(listBatches, { query: { page } })

const PROGRESS_EVERY_MS = 2_000

/** Polls while lines are executed and no live events arrive, so that the page shows the progress. */
export const batchQuery = (id: string, account: string) =>
  queryOptions<Reply<typeof getBatch>, Error>({
    queryKey: [`${getBatch.method} ${getBatch.path}`, account, id],
    queryFn: ({ signal }) => call(getBatch, { params: { id } }, { signal, account }),
    refetchInterval: ({ state: { data } }) =>
      !isLive() &&
      data?.answer.state === 'validated' &&
      data.answer.counts.waiting > 0 &&
      data.answer.execution_date <= new Date().toISOString().slice(0, 10)
        ? PROGRESS_EVERY_MS
        : false,
  })

/** `seen`: the progress of the batch, so that its lines are fetched again when it advances. */
export const batchLinesQuery = (
  id: string,
  account: string,
  {
    page,
    only,
    search,
    sort,
    seen,
    isHidden,
  }: {
    page: number
    only?: BatchLineFilter | undefined
    search?: string | undefined
    sort?: BatchLineOrder | undefined
    seen: string
    isHidden: boolean
  },
) =>
  queryOptions<Reply<typeof listBatchLines>, Error>({
    queryKey: [
      `${listBatchLines.method} ${listBatchLines.path}`,
      account,
      id,
      page,
      only ?? null,
      search ?? null,
      sort ?? null,
      seen,
    ],
    queryFn: ({ signal }) =>
      call(listBatchLines, { params: { id }, query: { page, only, search, sort } }, { signal, account }),
    enabled: !isHidden,
    placeholderData: (before) => before,
  })

/** The totals of a batch by bank, for one of its versions. */
export const batchBanksQuery = (id: string, account: string, version: number) =>
  queryOptions<Reply<typeof listBatchBanks>, Error>({
    queryKey: [`${listBatchBanks.method} ${listBatchBanks.path}`, account, id, version],
    queryFn: ({ signal }) => call(listBatchBanks, { params: { id } }, { signal, account }),
  })

const touched = [
  listTransferRows,
  listBatches,
  getBatch,
  listBatchLines,
  listItemsToSign,
  countItemsToSign,
  listLimits,
  listBeneficiaries,
  getDashboard,
]

/** Reads the draft again where it is being read: what arrives may be that of before a change that the server has answered since. */
function repeatReading(client: QueryClient, queryKey: QueryKey): void {
  if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey })
}

/** The imported draft is put into the cache: it is not fetched a second time. */
function useKeepDraft() {
  const client = useQueryClient()
  // Of the account that asked: another one may be selected when the answer arrives.
  const { queryKey } = importQuery()
  return (answer: Draft) => {
    client.setQueryData(queryKey, { answer, page: null, headers: new Headers() })
    repeatReading(client, queryKey)
  }
}

/** Uploads a file and reports the progress: 1 while the server reads it. */
export function useImportFile() {
  const keep = useKeepDraft()
  const [share, setShare] = useState(0)
  const sending = useMutation<Reply<typeof importTransfers>, Error, File>({
    mutationFn: (file) => {
      setShare(0)
      return call(importTransfers, { files: { file } }, { onProgress: setShare })
    },
    onSuccess: ({ answer }) => keep(answer),
  })
  return { ...sending, share }
}

export function useImportList() {
  const keep = useKeepDraft()
  return useMutation<Reply<typeof importList>, Error, string>({
    mutationFn: (list_id) => call(importList, { body: { list_id } }),
    onSuccess: ({ answer }) => keep(answer),
  })
}

/** Rewrites the draft in the cache. */
function useDraftCache() {
  const client = useQueryClient()
  const { queryKey } = importQuery()
  const reload = () => void client.invalidateQueries({ queryKey })
  const write = (change: (draft: NonNullable<Draft>) => Partial<NonNullable<Draft>>) => {
    const known = client.getQueryData(queryKey)
    if (!known?.answer) return
    // Without the headers, whose tag is that of the former answer: the server would say that nothing has changed.
    client.setQueryData(queryKey, {
      ...known,
      headers: new Headers(),
      answer: { ...known.answer, ...change(known.answer) },
    })
  }
  return {
    writeItems: (change: (item: ImportItem) => ImportItem) => write(({ items }) => ({ items: items.map(change) })),
    /** The changed lines of an answer, and the new totals. */
    merge: (
      { items: changed, summary }: Pick<NonNullable<Draft>, 'items' | 'summary'>,
      adapt = (item: ImportItem): ImportItem => item,
    ) => {
      const byId = new Map(changed.map((item) => [item.id, item]))
      write(({ items }) => ({ summary, items: items.map((item) => adapt(byId.get(item.id) ?? item)) }))
      repeatReading(client, queryKey)
    },
    /** What an answer has changed of the whole draft. */
    store: (change: Partial<NonNullable<Draft>>) => {
      write(() => change)
      repeatReading(client, queryKey)
    },
    reload,
  }
}

/**
 * Changes lines of the draft. The checkboxes change at once; the server's result follows, and does not show again what was chosen before
 * the last press. `onFailure`: of every call, also where another
 * one has followed it.
 */
export function useChangeImport(onFailure?: (error: Error) => void) {
  const { writeItems, merge, reload } = useDraftCache()
  const waiting = useRef<readonly CallInput<typeof changeImport>['body'][]>([])
  const settle = (body: CallInput<typeof changeImport>['body']) => {
    waiting.current = waiting.current.filter((one) => one !== body)
  }
  return useMutation<Reply<typeof changeImport>, Error, CallInput<typeof changeImport>>({
    mutationFn: (input) => call(changeImport, input),
    // One after the other, so that the last response is the current one.
    scope: { id: 'import' },
    onMutate: ({ body }) => {
      waiting.current = [...waiting.current, body]
      writeItems((item) => chosenAs(item, [body]))
    },
    onSuccess: ({ answer }, { body }) => {
      settle(body)
      merge(answer, (item) => chosenAs(item, waiting.current))
    },
    onError: (error, { body }) => {
      settle(body)
      reload()
      onFailure?.(error)
    },
  })
}

/** Chooses instant payments or the clearing for the lines that can be paid so. */
export function useChooseInstant() {
  const keep = useKeepDraft()
  return useMutation<Reply<typeof chooseInstant>, Error, CallInput<typeof chooseInstant>>({
    mutationFn: (input) => call(chooseInstant, input),
    scope: { id: 'import' },
    onSuccess: ({ answer }) => keep(answer),
  })
}

// Keys without a value are no edits.
const typedEdits = (edits: CallInput<typeof editImportLines>['body']['edits']) => edits as LineEdit[]

/**
 * Edits lines of the draft, each with its own values. `pending`: what is on its way to the server. `unsaved`: what the server did not
 * store.
 */
export function useEditImportLines() {
  const { merge, reload } = useDraftCache()
  const [pending, setPending] = useState<readonly LineEdit[]>([])
  const [unsaved, setUnsaved] = useState<readonly UnsavedCell[]>([])
  const forget = (edits: readonly LineEdit[]) => setUnsaved((cells) => unsavedBeside(cells, edits))
  const mutation = useMutation<Reply<typeof editImportLines>, Error, CallInput<typeof editImportLines>>({
    mutationFn: (input) => call(editImportLines, input),
    scope: { id: 'import' },
    onMutate: ({ body: { edits } }) => {
      forget(typedEdits(edits))
      setPending((before) => [...before, ...typedEdits(edits)])
    },
    onSuccess: ({ answer }, { body: { edits } }) => {
      forget(typedEdits(edits))
      merge(answer)
    },
    onError: ({ message }, { body: { edits } }) => {
      setUnsaved((cells) => [...unsavedBeside(cells, typedEdits(edits)), ...unsavedCells(typedEdits(edits), message)])
      reload()
    },
    // One after the other: the first ones are these.
    onSettled: (_reply, _error, { body: { edits } }) => setPending((before) => before.slice(edits.length)),
  })
  return { ...mutation, pending, unsaved, forget }
}

/** Stores the options of the batch. */
export function useChooseImportOptions() {
  const { store } = useDraftCache()
  return useMutation<Reply<typeof chooseImportOptions>, Error, CallInput<typeof chooseImportOptions>>({
    mutationFn: (input) => call(chooseImportOptions, input),
    scope: { id: 'import' },
    onSuccess: (_reply, { body: options }) => store({ options }),
  })
}

/** The transfer from another account of the customer that covers what a draft lacks. */
export const useCoverImport = (account: string) =>
  useCall(createTransfer, { refreshes: [findImport, listTransferRows, listPayees, getDashboard], account })
export const useMoveImport = () => useCall(moveImport, { refreshes: [findImport, getDashboard] })
export const useRemoveImport = () => useCall(removeImport, { refreshes: [findImport] })
export const useCreateBatch = () => useCall(createBatch, { refreshes: [...touched, findImport] })
export const useRetryBatch = (account: string) => useCall(retryBatch, { refreshes: touched, account })
export const useAcceptBatch = (account: string) => useCall(acceptBatch, { refreshes: touched, account })
export const useRejectBatch = (account: string) => useCall(rejectBatch, { refreshes: touched, account })
export const useCancelBatch = (account: string) => useCall(cancelBatch, { refreshes: touched, account })
