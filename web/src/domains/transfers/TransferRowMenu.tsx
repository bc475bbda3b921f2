import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { getTransferProof, type Transfer } from 'contract/transfers/transfers.ts'
import { Eye, FileCheck, Pencil, Repeat } from 'lucide-react'
import type { ReactNode } from 'react'
import { callFile } from '../../lib/api/call.ts'
import { useIsOnline } from '../../lib/api/online.ts'
import { viewFile } from '../../lib/api/file-viewer.ts'
import { paths } from '../../lib/paths.ts'
import { reportError } from '../../lib/report-error.ts'
import { mayMoveMoney, useAccount } from '../../lib/session/session.ts'
import { Icon, type IconShape } from '../../ui/Icon.tsx'
import { menuItemClass } from '../../ui/overlays/Menu.tsx'
import { RowMenu } from '../../ui/overlays/RowMenu.tsx'
import type { TransferFilter } from './transfer-queries.ts'

type Props = { transfer: Transfer; search: TransferFilter & { page?: number | undefined } }

/** What can be done with a row without opening it. */
export function TransferRowMenu({ transfer, search }: Props) {
  const { t } = useLingui()
  const mayRepeat = mayMoveMoney(useAccount(), 'transfer.create')
  const isOnline = useIsOnline()
  const { id, actions, execution_status, beneficiary } = transfer
  const name = beneficiary.name
  return (
    <RowMenu label={t`Actions : ${name}`}>
      {() => (
        <>
          <Link
            className={menuItemClass()}
            role="menuitem"
            tabIndex={-1}
            {...paths.transfer(id)}
            search={search}
            resetScroll={false}
          >
            <Icon shape={Eye} size="sm" />
            <Trans>Voir le détail</Trans>
          </Link>
          {execution_status === 'executed' && (
            <button
              type="button"
              className={menuItemClass()}
              role="menuitem"
              tabIndex={-1}
              disabled={!isOnline}
              onClick={() => void callFile(getTransferProof, { params: { id } }).then(viewFile, reportError)}
            >
              <Icon shape={FileCheck} size="sm" />
              <Trans>Preuve de virement</Trans>
            </button>
          )}
          {actions.includes('edit') && (
            <FormLink icon={Pencil} search={{ edit: id }}>
              <Trans>Modifier</Trans>
            </FormLink>
          )}
          {mayRepeat && (
            <FormLink icon={Repeat} search={{ from: id }}>
              <Trans>Refaire ce virement</Trans>
            </FormLink>
          )}
        </>
      )}
    </RowMenu>
  )
}

/** A link to the form; without a network a disabled item, because a link would lose its role in the menu. */
function FormLink({
  icon,
  search,
  children,
}: {
  icon: IconShape
  search: { edit: string } | { from: string }
  children: ReactNode
}) {
  const item = { className: menuItemClass(), role: 'menuitem', tabIndex: -1 }
  const content = (
    <>
      <Icon shape={icon} size="sm" />
      {children}
    </>
  )
  return useIsOnline() ? (
    <Link {...item} {...paths.newTransfer()} search={search}>
      {content}
    </Link>
  ) : (
    <button {...item} type="button" disabled>
      {content}
    </button>
  )
}
