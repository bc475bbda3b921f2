// Stores a request to pay that was not sent in the tab: its dialog opens again after a reload or the end of the session.
import * as z from 'zod/mini'
import { dropDraft, keepDraft, readDraft } from '../../lib/forms/drafts.ts'

const Amount = z.nullable(z.union([z.number(), z.string()]))
const KeptRequest = z.object({
  /** Who was looked up. The look-up is made again: its answer is valid for half an hour. */
  payer: z.string(),
  /** What was typed since; null before the payer was found. */
  form: z.nullable(
    z.object({
      amount: Amount,
      label: z.string(),
      invoice: z.string(),
      act_until: z.string(),
      discount: Amount,
      may_change_amount: z.boolean(),
    }),
  ),
})
export type KeptRequest = z.infer<typeof KeptRequest>

const nameOf = (account: string) => `request:${account}`

/** The draft of this account; null where there is none, or it is of another form. */
export const readRequest = (account: string): KeptRequest | null =>
  KeptRequest.safeParse(readDraft(nameOf(account))).data ?? null

export const keepRequest = (account: string, draft: KeptRequest): void => keepDraft(nameOf(account), draft)
export const dropRequest = (account: string): void => dropDraft(nameOf(account))
