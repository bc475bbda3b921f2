import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { getTransferProof, type Transfer } from 'contract/transfers/transfers.ts'
import { Ellipsis, Eye, FileCheck, Pencil, Repeat } from 'lucide-react'
import { callFile } from '../../lib/api/call.ts'
import { viewFile } from '../../lib/api/file-viewer.ts'
import { paths } from '../../lib/paths.ts'
import { reportError } from '../../lib/report-error.ts'
import { mayMoveMoney, useAccount } from '../../lib/session/session.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Menu, menuItemClass } from '../../ui/overlays/Menu.tsx'
import styles from './TransferListScreen.module.css'
import type { TransferFilter } from './transfer-queries.ts'

type Props = { transfer: Transfer; search: TransferFilter & { page?: number | undefined } }

/** What can be done with a row without opening it. */
export function TransferRowMenu({ transfer, search }: Props) {
  const { t } = useLingui()
  const mayRepeat = mayMoveMoney(useAccount(), 'transfer.create')
  const { id, actions, execution_status, beneficiary } = transfer
  const name = beneficiary.name
  return (
    <Menu
      label={t`Actions : ${name}`}
      align="end"
      trigger={(trigger) => (
        <button {...trigger} type="button" className={styles.more} aria-label={t`Actions : ${name}`}>
          <Icon shape={Ellipsis} size="sm" />
        </button>
      )}
    >
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
              onClick={() => void callFile(getTransferProof, { params: { id } }).then(viewFile, reportError)}
            >
              <Icon shape={FileCheck} size="sm" />
              <Trans>Preuve de virement</Trans>
            </button>
          )}
          {actions.includes('edit') && (
            <Link
              className={menuItemClass()}
              role="menuitem"
              tabIndex={-1}
              {...paths.newTransfer()}
              search={{ edit: id }}
            >
              <Icon shape={Pencil} size="sm" />
              <Trans>Modifier</Trans>
            </Link>
          )}
          {mayRepeat && (
            <Link
              className={menuItemClass()}
              role="menuitem"
              tabIndex={-1}
              {...paths.newTransfer()}
              search={{ from: id }}
            >
              <Icon shape={Repeat} size="sm" />
              <Trans>Refaire ce virement</Trans>
            </Link>
          )}
        </>
      )}
    </Menu>
  )
}
