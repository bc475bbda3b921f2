import { Trans } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { lazyPart } from '../lazy-part.tsx'
import { onRequest } from '../on-request/catalogue.ts'
import type { ListExportProps } from './ListExport.tsx'

const ListExport = lazyPart(async () => (await import('./ListExport.tsx')).ListExport, onRequest)

/** The button that exports the rows of a list, at the right edge of its filters. */
export function ExportButton({ isEmpty, ...list }: Omit<ListExportProps, 'onClose'> & { isEmpty: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={Download} isIconOnPhone disabled={isEmpty} onClick={() => setOpen(true)}>
        <Trans>Exporter</Trans>
      </Button>
      {isOpen && <ListExport {...list} onClose={() => setOpen(false)} />}
    </>
  )
}
