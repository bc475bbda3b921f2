// Commands that list and answer customers' requests about term deposits.
import { REQUEST_REFUSAL_LENGTH } from 'contract/products/deposits.ts'
import { Id, line } from 'contract/values/text.ts'
import { answerDepositRequest, type RequestAnswer, type RequestOutcome } from '../domains/deposits/answer-deposit-request.ts'
import { listWaitingRequests } from '../domains/deposits/deposit-store.ts'
import { getDeposit } from '../domains/deposits/describe-deposit.ts'
import { type Command, type OperatorPorts, Percent, read, type Result } from './command.ts'
import { Refused } from '../refused.ts'

const MAX = 1_000

const said = {
  broken: 'The deposit is broken, its money is on the account, and the customer is written to.',
  renewal_agreed: 'The deposit will be renewed at maturity, and the customer is written to.',
  refused: 'The customer is told why not.',
} satisfies Partial<Record<RequestOutcome, string>>

const unchanged = {
  unknown: 'no wish of this id was ever sent',
  answered: 'this wish was answered before, or has lapsed: nothing was changed',
  ended: 'the deposit has come to its end: nothing was changed',
  pledged: 'the deposit is pledged: it cannot be broken',
  rate_missing: 'a renewal takes --rate',
  rate_unwanted: 'a break takes neither --rate nor --with-interest: the conditions of the deposit say what it comes to',
} satisfies Record<Exclude<RequestOutcome, keyof typeof said>, string>

async function answer(ports: OperatorPorts, request: RequestAnswer): Promise<Result> {
  const outcome = await answerDepositRequest(ports, request)
  if (outcome === 'broken' || outcome === 'renewal_agreed' || outcome === 'refused')
    return { rows: [{ id: request.id, outcome }], said: said[outcome] }
  throw new Refused(unchanged[outcome])
}

export const depositCommands: readonly Command[] = [
  {
    name: 'deposits wishes',
    summary:
      'What customers ask of their deposits and nobody has answered, the oldest first. `returned`: what a break of today gives back.',
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
    summary: 'Agrees to a wish, once, and writes to the customer: a break settles the deposit today, a renewal is done at maturity.',
    operands: ['wish'],
    options: { rate: { hint: '<percent from maturity on>', isOptional: true }, 'with-interest': { type: 'boolean', hint: '' } },
    run: (ports, { operands: [id], values }) => {
      const adds_interest = values['with-interest'] === true
      const rate = values['rate'] === undefined && !adds_interest ? null : read(Percent, values['rate'], '--rate')
      return answer(ports, { id: read(Id, id, '<wish>'), refusal: null, renewal: rate === null ? null : { rate, adds_interest } })
    },
  },
  {
    name: 'deposits refuse',
    summary: 'Answers a wish with the reason why not, in words for the customer.',
    operands: ['wish'],
    options: { reason: { hint: '<words>' } },
    run: (ports, { operands: [id], values }) =>
      answer(ports, {
        id: read(Id, id, '<wish>'),
        refusal: read(line(1, REQUEST_REFUSAL_LENGTH), values['reason'], '--reason'),
        renewal: null,
      }),
  },
]
