// Signs a selection of the signature inbox: transfers, batches, top-ups and money to give back, with one confirmation for all of them.
import type { Answer } from 'contract/endpoint.ts'
import type { Language } from 'contract/language.ts'
import type { Operation } from 'contract/access/session.ts'
import type { acceptItems as call, signedTogether } from 'contract/transfers/signatures.ts'
import type { PlainDate } from 'contract/values/dates.ts'
import { groupByFour } from 'contract/values/iban.ts'
import type { Currency } from 'contract/values/money.ts'
import type { Caller } from '../../caller.ts'
import type { Confirmation } from '../../confirmation.ts'
import { requireConfirmation } from '../reauthentication/reauthentication-store.ts'
import type { Db, Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { lockBalances } from '../../ledger/ledger-store.ts'
import { formatRefusal } from '../../formats/refusal-text.ts'
import { formatDay, formatMoney } from '../../formats/text.ts'
import type { Clock } from '../../adapters/clock.ts'
import { Refusal } from '../../refusal.ts'
import { lockReturnToSign, signReturn } from '../instant-payments/returns/sign-return.ts'
import { lockTopupToSign, nameOfCard, signTopup } from '../cards/sign-topup.ts'
import { strictestPolicy } from '../signing/strictest-policy.ts'
import { listSigningAccounts } from '../signing/payment-signature-store.ts'
import { lockBatchToSign, signBatch } from '../batches/sign-batch.ts'
import { executionDateOnceSigned, lockToSign, sign, type Signer } from '../transfers/sign-transfer.ts'
import { listSignableAccounts } from '../transfers/transfer-state-store.ts'
import { findSigningRules } from '../transfers/transfer-store.ts'

type Kind = (typeof signedTogether)[number]
type Item = { kind: Kind; account: string; id: string; version: number }
type Outcome = Answer<typeof call>[number]
type Selection = { caller: Caller; confirmation: Confirmation; lang: Language; items: readonly Item[] }
type Fact = Operation['summary']['facts'][number]

/** A locked item that can be signed, its part of the confirmation, and the function that signs it. */
type Ready = {
  item: Item
  accounts: readonly string[]
  sum: { amount: number; currency: Currency }
  facts: readonly Fact[]
  sign: () => Promise<unknown>
}

/** Money that is given back comes last: the guarantee is the last row that a transaction locks. */
const KINDS: readonly Kind[] = ['transfer', 'batch', 'topup', 'return']

/** Sorts the items and removes duplicates: simultaneous signers lock in the same order. */
const sortedUnique = (items: readonly Item[]) =>
  [...new Map(items.map((item) => [item.id, item])).values()].toSorted(
    (one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) || (one.id < other.id ? -1 : 1),
  )

/** Formats the first and the last execution date. */
const formatDays = (days: readonly PlainDate[], lang: Language) =>
  [...new Set([days[0], days.at(-1)])].flatMap((day) => (day ? [formatDay(day, lang)] : [])).join(' – ')

async function ready(tx: Tx, signer: Signer, item: Item, lang: Language, now: Date): Promise<Ready> {
  const { kind, id, version } = item
  if (kind === 'batch') {
    const locked = await lockBatchToSign(tx, { caller: signer, id, version }, now)
    const { amount, fees, tax, currency, line_count, file_name, reference } = locked.batch
    const text = `${file_name} · ${reference} · ${line_count} · ${formatMoney(amount, currency, lang)} · ${formatDays(locked.days, lang)}`
    const sum = { amount: amount + fees + tax, currency }
    return {
      item,
      accounts: [signer.account_id],
      sum,
      facts: [{ name: 'label', text }],
      sign: () => signBatch(tx, signer, locked),
    }
  }
  if (kind === 'topup') {
    const locked = await lockTopupToSign(tx, signer, id, now)
    const { amount, fees, tax } = locked.topup
    return {
      item,
      accounts: [signer.account_id, locked.card.ledger_account_id],
      sum: { amount: amount + fees + tax, currency: 'XOF' },
      facts: [{ name: 'card', text: `${nameOfCard(locked.card)} · ${formatMoney(amount, 'XOF', lang)}` }],
      sign: () => signTopup(tx, signer, locked, now),
    }
  }
  if (kind === 'return') {
    const locked = await lockReturnToSign(tx, signer, { id, version })
    const { amount, debtor_name } = locked.request
    return {
      item,
      accounts: [signer.account_id],
      sum: { amount, currency: 'XOF' },
      facts: [{ name: 'returned', text: `${debtor_name} · ${formatMoney(amount, 'XOF', lang)}` }],
      sign: () => signReturn(tx, signer, locked, now),
    }
  }
  const transfer = await lockToSign(tx, signer, { id, version })
  const { amount, fees, tax, currency, beneficiary_name, beneficiary_iban } = transfer
  const { tariff, holidays } = await findSigningRules(tx, now.toISOString().slice(0, 10))
  const rules = { now, tariff, holidays: new Set(holidays) }
  const day = formatDay(executionDateOnceSigned(transfer, rules), lang)
  return {
    item,
    accounts: [signer.account_id],
    sum: { amount: amount + fees + tax, currency },
    facts: [
      {
        name: 'payee',
        text: `${beneficiary_name} · ${formatMoney(amount, currency, lang)} · ${day} · ${groupByFour(beneficiary_iban)}`,
      },
    ],
    sign: () => sign(tx, signer, transfer, rules),
  }
}

/** Signs the items that may be signed; the others are answered as refused, each with its reason. */
export function acceptItems(
  { db, clock }: { db: Db; clock: Clock },
  { caller, confirmation, lang, items }: Selection,
): Promise<Outcome[]> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const { user_id, session_id, address } = caller
    const [ofTransfers, ofPayments] = [await listSignableAccounts(tx, user_id), await listSigningAccounts(tx, user_id)]
    const outcomes = new Map<string, Outcome>()
    const attempt = async <T>(id: string, work: () => Promise<T>): Promise<T | null> => {
      try {
        return await work()
      } catch (refusal) {
        if (!(refusal instanceof Refusal)) throw refusal
        outcomes.set(id, { id, outcome: 'refused', code: refusal.code, message: formatRefusal(refusal, lang) })
        return null
      }
    }
    const all: Ready[] = []
    for (const item of sortedUnique(items)) {
      const signer = { user_id, session_id, address, account_id: item.account }
      const one = await attempt(item.id, () => {
        // An account on which the user may not sign is answered like a missing one.
        if (!(item.kind === 'topup' ? ofPayments : ofTransfers).includes(item.account)) throw new Refusal('not_found')
        return ready(tx, signer, item, lang, now)
      })
      if (one) all.push(one)
    }
    if (all.length > 0) {
      const sums = new Map<Currency, number>()
      for (const { sum } of all) sums.set(sum.currency, (sums.get(sum.currency) ?? 0) + sum.amount)
      const facts: Fact[] = [
        { name: 'count', text: String(all.length) },
        ...[...sums].map(([currency, amount]) => ({ name: 'total' as const, amount, currency })),
        ...all.flatMap((one) => one.facts),
      ]
      const details = all.map(({ item: { id, version } }) => [id, version])
      const policy = await strictestPolicy(
        tx,
        caller.policy,
        items.map(({ account }) => account),
      )
      await requireConfirmation(
        tx,
        { caller: { ...caller, policy }, account_id: null, confirmation, details },
        { kind: 'items.accept', facts },
        now,
      )
      // Locks all balances at once, in the ledger's order: overlapping selections must not deadlock.
      await lockBalances(tx, [...new Set(all.flatMap(({ accounts }) => accounts))])
      for (const { item, sign: signOne } of all) {
        const { id } = item
        if ((await attempt(id, async () => ({ signed: await signOne() }))) !== null)
          outcomes.set(id, { id, outcome: 'signed', code: null, message: null })
      }
    }
    return items.flatMap(({ id }) => outcomes.get(id) ?? [])
  })
}
