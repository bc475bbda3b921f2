// Commands that list and answer refund claims for unauthorised debits.
import { REFUND_CLAIM_REFUSAL_LENGTH } from 'contract/products/debits.ts'
import { Id, line } from 'contract/values/text.ts'
import { answerRefundClaim, type RefundClaimAnswer } from '../domains/debits/answer-refund-claim.ts'
import { listWaitingRefundClaims } from '../domains/debits/debit-store.ts'
import { type Command, type OperatorPorts, read, type Result } from './command.ts'
import { Refused } from '../refused.ts'

const MAX = 1_000

async function answer(ports: OperatorPorts, claim: RefundClaimAnswer): Promise<Result> {
  const outcome = await answerRefundClaim(ports, claim)
  if (outcome === 'not_claimed') throw new Refused('there is no open claim with this id')
  if (outcome === 'answered') throw new Refused('this claim was answered before: nothing was changed')
  const said =
    outcome === 'refunded'
      ? 'The debit was refunded; the customer is notified.'
      : 'The refusal was recorded; the customer is notified of the reason.'
  return { rows: [{ id: claim.id, outcome }], said }
}

export const refundClaimCommands: readonly Command[] = [
  {
    name: 'claims list',
    summary: 'Lists the unanswered refund claims for unauthorised debits, the oldest first.',
    run: async ({ db, clock }) => {
      const claims = await listWaitingRefundClaims(db, clock.now(), MAX)
      return {
        rows: claims.map(({ id, iban, creditor_name, umr, scheme, amount, currency, taken_on, claimed_at }) => ({
          id,
          account: iban,
          creditor: creditor_name,
          umr,
          scheme,
          amount,
          currency,
          taken_on,
          claimed_at: claimed_at.toISOString(),
        })),
      }
    },
  },
  {
    name: 'claims accept',
    summary: 'Refunds a claimed debit, once, and notifies the customer.',
    operands: ['claim'],
    run: (ports, { operands: [id] }) => answer(ports, { id: read(Id, id, '<claim>'), refusal: null }),
  },
  {
    name: 'claims refuse',
    summary: 'Refuses a claim with a reason in words for the customer.',
    operands: ['claim'],
    options: { reason: { hint: '<words>' } },
    run: (ports, { operands: [id], values }) =>
      answer(ports, {
        id: read(Id, id, '<claim>'),
        refusal: read(line(1, REFUND_CLAIM_REFUSAL_LENGTH), values['reason'], '--reason'),
      }),
  },
]
