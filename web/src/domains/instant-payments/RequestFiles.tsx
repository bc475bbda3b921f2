import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { requestFilesQuery } from './request-queries.ts'

/** The progress of the last file of invoices, with the lines that could not be sent. */
export function RequestFiles(): ReactNode {
  const { t } = useLingui()
  const file = useQuery(requestFilesQuery()).data?.answer[0]
  if (!file) return null
  const { file_name, sent, waiting, unknown } = file
  const sentLabel = plural(sent, { one: '# demande envoyée', other: '# demandes envoyées' })
  const waitingLabel = plural(waiting, { one: '# en attente', other: '# en attente' })
  const unknownLabel = plural(unknown.length, { one: '# sans compte trouvé', other: '# sans compte trouvé' })
  return (
    <InlineAlert tone={unknown.length > 0 ? 'warning' : 'info'} title={file_name}>
      <p>{t`${sentLabel}, ${waitingLabel}, ${unknownLabel}`}</p>
      {unknown.length > 0 && (
        <ul>
          {unknown.map(({ line, payer }) => (
            <li key={line}>{t`Ligne ${line} : ${payer}`}</li>
          ))}
        </ul>
      )}
    </InlineAlert>
  )
}
