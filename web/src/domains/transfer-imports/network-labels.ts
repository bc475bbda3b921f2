import { useLingui } from '@lingui/react/macro'
import type { Import } from 'contract/transfers/imports.ts'

type Network = Import['summary']['networks'][number]['network']

/** The networks as customers know them. */
export function useNetworkLabels(): Record<Network, string> {
  const { t } = useLingui()
  return {
    book: t`Dans la banque`,
    instant: t`Instantané (PI)`,
    sica: t`Compensation`,
    star: t`Gros montants (STAR)`,
    swift: t`Étranger (SWIFT)`,
  }
}
