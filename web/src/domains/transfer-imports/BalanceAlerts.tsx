import { Trans, useLingui } from '@lingui/react/macro'
import type { Import } from 'contract/transfers/imports.ts'
import { LABEL_MAX_LENGTH } from 'contract/transfers/transfers.ts'
import { ChevronRight } from 'lucide-react'
import { accountName } from '../../lib/account-name.ts'
import { isRefusal } from '../../lib/api/call-error.ts'
import { useIsOnline } from '../../lib/api/online.ts'
import { renewSession } from '../../lib/api/call.ts'
import { announce } from '../../lib/banners.ts'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { reportError } from '../../lib/report-error.ts'
import { useAccount } from '../../lib/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { useCoverImport } from './multiple-queries.ts'

/** What the balance does not cover, now and on the days of the lines, and the transfer from another account that covers it. */
export function BalanceAlerts({ draft }: { draft: Import }) {
  const { t } = useLingui()
  const { longDate, moneyText } = useFormats()
  const { missing, due_now, balance, shortfall, cover, currency } = draft.summary
  const [selected, available, over] = [
    moneyText(due_now, currency),
    moneyText(balance, currency),
    moneyText(missing, currency),
  ]
  const [shortDay, short] = shortfall
    ? [longDate(fromPlainDate(shortfall.day)), moneyText(shortfall.missing, currency)]
    : [null, null]
  const action = cover && <CoverButton cover={cover} draft={draft} />
  return (
    <>
      {shortDay && (
        <InlineAlert
          tone="warning"
          title={t`Le solde prévu ne suffira pas le ${shortDay}`}
          action={missing > 0 ? null : action}
        >
          <Trans>
            Avec ce qui est déjà programmé, il manquera {short}. Vous pouvez envoyer les virements : le solde sera
            vérifié ce jour-là.
          </Trans>
        </InlineAlert>
      )}
      {missing > 0 && (
        <InlineAlert
          tone="warning"
          title={t`Le solde est insuffisant pour les virements sélectionnés.`}
          action={action}
        >
          {cover ? (
            <Trans>
              À payer dès maintenant : {selected}. Solde disponible : {available}. Il manque {over}.
            </Trans>
          ) : (
            <Trans>
              À payer dès maintenant : {selected}. Solde disponible : {available}. Retirez au moins {over} de la
              sélection.
            </Trans>
          )}
        </InlineAlert>
      )}
    </>
  )
}

type Cover = NonNullable<Import['summary']['cover']>

function CoverButton({ cover: { account, amount }, draft }: { cover: Cover; draft: Import }) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const isOnline = useIsOnline()
  const debited = useAccount()
  const transfer = useCoverImport(account.id)
  const { file_name } = draft
  const sum = moneyText(amount, draft.summary.currency)
  const name = `${accountName(account.label)} •• ${account.number.slice(-4)}`
  const send = () =>
    transfer.mutate(
      {
        body: {
          type: 'direct',
          own_account_id: debited.uuid,
          amount,
          label: t`Pour ${file_name}`.slice(0, LABEL_MAX_LENGTH),
          comment: null,
        },
      },
      {
        onSuccess: ({ answer }) => {
          announce(
            answer.execution_status === 'executed'
              ? t`${sum} ont été virés depuis ${name}.`
              : t`Le virement de ${sum} attend une signature : le solde suffira ensuite.`,
          )
          // The alert disappears with its button.
          document.querySelector<HTMLElement>('h1')?.focus()
          void renewSession().catch(() => null)
        },
        onError: reportError,
        // What is missing may change: the next transfer is not a repetition. Without an answer it is one, or would be paid twice.
        onSettled: (_, error) => {
          if (error === null || isRefusal(error)) transfer.renewKey()
        },
      },
    )
  return (
    <Button size="sm" iconAfter={ChevronRight} disabled={!isOnline} isBusy={transfer.isPending} onClick={send}>
      {t`Virer ${sum} de ${name}`}
    </Button>
  )
}
