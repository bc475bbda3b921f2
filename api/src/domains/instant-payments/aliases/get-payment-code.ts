import type { Language } from 'contract/language.ts'
import type { AccountCaller } from '../../../caller.ts'
import { Refusal } from '../../../refusal.ts'
import { getBankIdentity } from '../../bank/bank-identity-store.ts'
import type { AliasPorts } from './alias-ports.ts'
import { receiverOf } from './alias-message.ts'
import { listAliases } from './alias-store.ts'
import { findHolder } from '../platform/holder-store.ts'
import { paymentCodeDocument } from './payment-code-document.ts'

/** The code of an active payment address as a PDF. `amount`: digits; null or absent where the payer types it. */
export async function getPaymentCodeFile(
  { db, clock }: AliasPorts,
  { account_id }: AccountCaller,
  {
    id,
    amount,
    reference,
    lang,
  }: { id: string; amount?: string | undefined; reference?: string | undefined; lang: Language },
): Promise<{ file_name: string; media_type: string; content: Buffer }> {
  const [alias] = await listAliases(db, account_id, id)
  const holder = await findHolder(db, account_id)
  if (alias?.kind !== 'address' || alias.state !== 'active' || alias.value === null || !holder)
    throw new Refusal('not_found')
  return paymentCodeDocument(
    {
      receiver: receiverOf(holder),
      holder: holder.name,
      alias: alias.value,
      amount: amount === undefined ? null : Number(amount),
      reference: reference ?? null,
    },
    { lang, bank: await getBankIdentity(db), made_at: clock.now() },
  )
}
