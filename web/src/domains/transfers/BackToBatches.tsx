import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { Icon } from '../../ui/Icon.tsx'

export const BackToBatches = () => (
  <Link {...paths.batches()}>
    <Icon shape={ArrowLeft} size="sm" />
    <Trans>Virements multiples</Trans>
  </Link>
)
