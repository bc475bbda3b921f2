import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getInstantPayer } from 'contract/accounts/payment-aliases.ts'
import { callQuery } from '../../lib/api/query.ts'
import { useLanguage } from '../../lib/language.ts'
import { type DetailItem, DetailList } from '../../ui/data/DetailList.tsx'

/** Who paid over PI: the institution and the country of the payer. It comes last, because it is loaded after the panel. */
export function InstantPayerPart({ id }: { id: string }) {
  const { t } = useLingui()
  const countries = new Intl.DisplayNames(useLanguage(), { type: 'region' })
  const payer = useQuery(callQuery(getInstantPayer, { params: { id } })).data?.answer.payer
  if (!payer) return null
  const facts: (DetailItem | false)[] = [
    { name: t`Payé par PI par`, value: payer.name },
    { name: t`Établissement du payeur`, value: payer.institution },
    { name: t`Pays`, value: countries.of(payer.country) ?? payer.country },
    payer.reference !== null && { name: t`Référence du code ou de la demande`, value: payer.reference },
  ]
  return <DetailList look="narrow" facts={facts.filter((fact) => fact !== false)} />
}
