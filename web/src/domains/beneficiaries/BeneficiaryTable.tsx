import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Beneficiary } from 'contract/transfers/beneficiaries.ts'
import { identityOfName } from 'contract/values/identity.ts'
import { groupByFour } from 'contract/values/iban.ts'
import type { ReactNode } from 'react'
import { useAccount } from '../../lib/session/session.ts'
import { IdentityPicture } from '../../shell/Identity.tsx'
import { Badge, Tag } from '../../ui/data/Badge.tsx'
import { type Column, Subject } from '../../ui/data/Table.tsx'
import styles from './BeneficiaryTable.module.css'
import { useApprovalLabels, useCountryName } from './beneficiary-labels.ts'

/** The first and last characters of a number, for small screens. */
export const shortNumber = (iban: string) =>
  iban.length > 16 ? `${groupByFour(iban.slice(0, 8))} … ${iban.slice(-4)}` : groupByFour(iban)

type Link = { to: string; params: Record<string, string>; search?: object }

/** The columns of a table of beneficiaries; `actions` are at the end of each row. */
export function useBeneficiaryColumns(
  linkOf: (id: string) => Link,
  { last, actions }: { last: 'lists' | 'code'; actions: (beneficiary: Beneficiary) => ReactNode },
): Column<Beneficiary>[] {
  const { t } = useLingui()
  const countryName = useCountryName()
  const mayApprove = useAccount().capabilities.includes('transfer.validate')
  return [
    {
      id: 'name',
      kind: 'main',
      head: t`Nom`,
      cell: ({ id, name, company_name, iban, international, approval_status, is_confidential }) => (
        <Subject
          tile={<IdentityPicture identity={identityOfName(name, null, company_name !== null || undefined)} />}
          title={
            <>
              <Link {...linkOf(id)} resetScroll={false} preload={false}>
                {name}
              </Link>{' '}
              <Approval status={approval_status} mayApprove={mayApprove} />
              {is_confidential && <Tag>{t`Confidentiel`}</Tag>}
            </>
          }
          detail={
            <>
              <span className={`${styles.short} num`}>{shortNumber(iban)}</span>
              {international && <span className={styles.abroad}>{t`Hors UEMOA`}</span>}
            </>
          }
        />
      ),
    },
    {
      id: 'iban',
      kind: 'text',
      head: t`IBAN ou compte`,
      cell: ({ iban }) => <span className={`${styles.number} num`}>{groupByFour(iban)}</span>,
    },
    {
      id: 'bank',
      kind: 'text',
      head: t`Banque`,
      isWideOnly: true,
      cell: ({ bank_name, country }) => (
        <span className={styles.bank}>
          {bank_name ?? '–'}
          <span className="muted small">{countryName(country)}</span>
        </span>
      ),
    },
    last === 'lists'
      ? {
          id: 'lists',
          kind: 'text',
          head: t`Liste`,
          isWideOnly: true,
          cell: ({ lists }) => (
            <span className={styles.tags}>
              {lists.length === 0 ? (
                <span className="muted small">{t`aucune`}</span>
              ) : (
                lists.slice(0, 2).map(({ id, name }) => <Tag key={id}>{name}</Tag>)
              )}
              {lists.length > 2 && <span className="muted small">{t`et ${lists.length - 2} de plus`}</span>}
            </span>
          ),
        }
      : { id: 'code', kind: 'text', head: t`Code`, isWideOnly: true, cell: ({ code }) => code ?? '' },
    { id: 'actions', kind: 'acts', head: t`Actions`, isHeadHidden: true, cell: actions },
  ]
}

/** Displayed only if the status prevents payments. */
export function Approval({ status, mayApprove }: { status: Beneficiary['approval_status']; mayApprove: boolean }) {
  const { name, tone, icon } = useApprovalLabels(mayApprove)[status]
  if (status === 'approved') return null
  return (
    <Badge tone={tone} icon={icon}>
      {name}
    </Badge>
  )
}
