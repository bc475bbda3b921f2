// Commands that list and answer customers' requests about term deposits.
import { REQUEST_REFUSAL_LENGTH } from 'contract/products/deposits.ts'
import { Id, line } from 'contract/values/text.ts'
import {
  answerDepositRequest,
  type RequestAnswer,
  type RequestOutcome,
} from '../domains/deposits/answer-deposit-request.ts'
import { listWaitingRequests } from '../domains/deposits/deposit-store.ts'
import { getDeposit } from '../domains/deposits/describe-deposit.ts'
import { type Command, type OperatorPorts, Percent, read, type Result } from './command.ts'
import { Refused } from '../refused.ts'

const MAX = 1_000

const said = {
  broken: 'The deposit was broken and its money credited; the customer is notified.',
  renewal_agreed: 'The deposit will be renewed at maturity; the customer is notified.',
  refused: 'The refusal was recorded; the customer is notified of the reason.',
} satisfies Partial<Record<RequestOutcome, string>>

const unchanged = {
  unknown: 'there is no request with this id',
  answered: 'this request was answered before, or has expired: nothing was changed',
  ended: 'the deposit has ended: nothing was changed',
  pledged: 'the deposit is pledged: it cannot be broken',
  account_closed: 'the account is closed: the deposit cannot be renewed',
  rate_missing: 'a renewal requires --rate',
  rate_unwanted:
    'a break does not allow --rate or --with-interest: its amount follows from the conditions of the deposit',
} satisfies Record<Exclude<RequestOutcome, keyof typeof said>, string>

async function answer(ports: OperatorPorts, request: RequestAnswer): Promise<Result> {
  const outcome = await answerDepositRequest(ports, request)
  if (outcome === 'broken' || outcome === 'renewal_agreed' || outcome === 'refused')
    return { rows: [{ id: request.id, outcome }], said: said[outcome] }
  throw new Refused(unchanged[outcome])
}

export const depositCommands: readonly Command[] = [
  {
    name: 'deposits requests',
    summary: 'Lists the unanswered requests about deposits, the oldest first. `returned`: the amount of a break today.',
    run: async (ports) => {
      const rows: Result['rows'] = []
      for (const {
        id,
        account_id,
        deposit_id,
        iban,
        number,
        kind,
        principal,
        currency,
        maturity_date,
        is_pledged,
        asked_at,
      } of await listWaitingRequests(ports.db, MAX)) {
        const { early_break, rate } = await getDeposit(ports, account_id, deposit_id)
        const returned = kind === 'break' ? (early_break?.returned ?? null) : null
        rows.push({
          id,
          account: iban,
          deposit: number,
          kind,
          amount: principal,
          currency,
          rate,
          maturity_date,
          is_pledged,
          returned,
          asked_at: asked_at.toISOString(),
        })
      }
      return { rows }
    },
  },
  {
    name: 'deposits accept',
    summary:
      'Accepts a request, once, and notifies the customer: a break settles the deposit today, a renewal takes effect at maturity.',
    operands: ['request'],
    options: {
      rate: { hint: '<percent from maturity on>', isOptional: true },
      'with-interest': { type: 'boolean', hint: '' },
    },
    run: (ports, { operands: [id], values }) => {
      const adds_interest = values['with-interest'] === true
      const rate = values['rate'] === undefined && !adds_interest ? null : read(Percent, values['rate'], '--rate')
      return answer(ports, {
        id: read(Id, id, '<request>'),
        refusal: null,
        renewal: rate === null ? null : { rate, adds_interest },
      })
    },
  },
  {
    name: 'deposits refuse',
    summary: 'Refuses a request with a reason in words for the customer.',
    operands: ['request'],
    options: { reason: { hint: '<words>' } },
    run: (ports, { operands: [id], values }) =>
      answer(ports, {
        id: read(Id, id, '<request>'),
        refusal: read(line(1, REQUEST_REFUSAL_LENGTH), values['reason'], '--reason'),
        renewal: null,
      }),
  },
]
