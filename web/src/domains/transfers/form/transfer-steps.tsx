import { groupByFour } from 'contract/values/iban.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Account } from 'contract/accounts/accounts.ts'
import {
  COMMENT_MAX_LENGTH,
  LABEL_MAX_LENGTH,
  type TransferDetail,
  type TransferQuote,
} from 'contract/transfers/transfers.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, UserRoundPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { errorLabels } from '../../../lib/report-error.ts'
import { fromPlainDate, useFormats } from '../../../lib/formats.ts'
import { paths } from '../../../lib/paths.ts'
import { useAccount } from '../../../lib/session/session.ts'
import { FlowFoot } from '../../../shell/forms/FlowFrame.tsx'
import type { FormCall } from '../../../lib/forms/use-form.ts'
import { FormFrame } from '../../../shell/forms/FormFrame.tsx'
import { LinkButton } from '../../../shell/LinkButton.tsx'
import { Money } from '../../../shell/Money.tsx'
import { MoneyField } from '../../../shell/forms/MoneyField.tsx'
import { useScreenTitle } from '../../../shell/use-screen-title.ts'
import { Button } from '../../../ui/Button.tsx'
import { DetailList } from '../../../ui/data/DetailList.tsx'
import { InlineAlert } from '../../../ui/InlineAlert.tsx'
import { TextArea, TextField } from '../../../ui/fields/TextField.tsx'
import { BeneficiaryPicker } from '../../beneficiaries/BeneficiaryPicker.tsx'
import { limitsQuery } from '../../signing/signing-queries.ts'
import { useLimitPeriods } from '../../signing/signing-labels.ts'
import { OwnAccountChoices } from './OwnAccountChoices.tsx'
import { amountOf, fieldsOf, isAbroad, type Payee, payeeOf, payeeOfOwn, type Step } from './transfer-draft.ts'
import styles from './transfer-steps.module.css'
import { usePeriodicities, usePurposes, useTransferTypes } from '../transfer-labels.ts'
import { ownAccountsQuery } from '../transfer-queries.ts'
import type { TransferForm, useTransferForm } from './use-transfer-form.ts'

export type StepProps = {
  form: TransferForm
  account: Account
  /** The order that is being edited; null: a new one. */
  edited: TransferDetail | null
  rejections: number
  call: FormCall
  onSubmit: () => void
}

export function StepHeading({ children }: { children: string }) {
  const title = useScreenTitle(children)
  return (
    <h1 className={`h1 ${styles.heading}`} ref={title} tabIndex={-1}>
      {children}
    </h1>
  )
}

export const Back = ({ onBack }: { onBack: () => void }) => (
  <Button size="lg" onClick={onBack}>
    <Trans>Retour</Trans>
  </Button>
)

const Continue = () => (
  <Button type="submit" variant="primary" size="lg" iconAfter={ArrowRight}>
    <Trans>Continuer</Trans>
  </Button>
)

export function BeneficiaryStep({ form, account, rejections, call, onSubmit }: StepProps) {
  const { t } = useLingui()
  const error = form.problemAt('beneficiary_id')
  const own = useQuery(ownAccountsQuery(''))
  return (
    <>
      <StepHeading>{t`Qui est le bénéficiaire ?`}</StepHeading>
      <FormFrame
        onSubmit={onSubmit}
        form={{ rejections, hasProblems: error !== null, call }}
        actions={
          <FlowFoot>
            <Continue />
          </FlowFoot>
        }
      >
        <BeneficiaryPicker
          value={form.draft.beneficiary}
          onChange={(beneficiary) => form.set('beneficiary', payeeOf(beneficiary), 'beneficiary_id')}
          first={(search) => (
            <OwnAccountChoices
              search={search}
              chosen={form.draft.beneficiary?.own_account_id ?? null}
              onChoose={(own) => form.set('beneficiary', payeeOfOwn(own), 'beneficiary_id')}
            />
          )}
          isReady={!own.isPending}
          error={error}
          create={
            account.capabilities.includes('beneficiary.manage') && (
              <LinkButton {...paths.newBeneficiary()} search={{ next: 'transfer' }} variant="soft" icon={UserRoundPlus}>
                <Trans>Nouveau bénéficiaire</Trans>
              </LinkButton>
            )
          }
        />
      </FormFrame>
    </>
  )
}

export function AmountStep({
  form,
  account,
  edited,
  rejections,
  call,
  onSubmit,
  onBack,
}: StepProps & { onBack: () => void }) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const available = moneyText(account.available, account.currency)
  const written = form.draft.label.length
  const left = useNarrowestLimit(form.draft.beneficiary)
  // The edited order counts already: the server uses its new values.
  const isOver = !edited && left !== null && (amountOf(form.draft) ?? 0) > left.remaining
  const [isNotified, setNotified] = useState(false)
  const excess = isNotified && isOver ? left.excess : null
  const amountField = form.field('amount')
  const hasProblems = excess !== null || fieldsOf.amount.some((field) => form.problemAt(field) !== null)
  return (
    <>
      <StepHeading>{t`Combien envoyez-vous ?`}</StepHeading>
      <FormFrame
        onSubmit={() => {
          setNotified(isOver)
          if (!isOver) onSubmit()
          else form.check(fieldsOf.amount)
        }}
        form={{ rejections: rejections + (isNotified ? 1 : 0), hasProblems, call }}
        actions={
          <FlowFoot>
            <Back onBack={onBack} />
            <Continue />
          </FlowFoot>
        }
      >
        <MoneyField
          label={t`Montant`}
          currency={account.currency}
          help={
            <span className="num">
              {t`Solde disponible : ${available}`}
              {left && (
                <>
                  <br />
                  {left.sentence}
                </>
              )}
            </span>
          }
          {...amountField}
          error={amountField.error ?? excess}
        />
        <TextField
          label={t`Motif du virement`}
          help={
            <span className="num">{t`Visible par le bénéficiaire. ${plural(written, { one: '# caractère', other: '# caractères' })} sur ${LABEL_MAX_LENGTH}.`}</span>
          }
          maxLength={LABEL_MAX_LENGTH}
          autoComplete="off"
          {...form.field('label')}
        />
        <TextArea
          label={t`Note personnelle`}
          isOptional
          rows={2}
          maxLength={COMMENT_MAX_LENGTH}
          help={t`Le bénéficiaire ne la voit pas.`}
          {...form.field('comment')}
        />
      </FormFrame>
    </>
  )
}

/** The lowest remaining amount of a limit, as text; null without a limit. */
function useNarrowestLimit(payee: Payee | null): { sentence: string; excess: string; remaining: number } | null {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const periods = useLimitPeriods()
  const account = useAccount()
  // Transfers between own accounts count against no limit.
  const isLimited = !payee?.own_account_id
  const limits =
    useQuery({ ...limitsQuery(payee?.id ?? undefined), staleTime: 0, enabled: isLimited }).data?.answer ?? []
  const [narrowest] = (isLimited ? limits : []).toSorted((one, other) => one.remaining - other.remaining)
  if (!narrowest) return null
  const remaining = moneyText(narrowest.remaining, account.currency)
  return {
    sentence: t`Plafond ${periods[narrowest.period].toLowerCase()} : il reste ${remaining}`,
    excess: t`Ce montant dépasse le plafond : il reste ${remaining}.`,
    remaining: narrowest.remaining,
  }
}

type ReviewProps = StepProps & {
  quoted: ReturnType<typeof useTransferForm>['quoted']
  onBack: () => void
  onEdit: (step: Step) => void
}

export function ReviewStep({ form, account, edited, call, onSubmit, quoted, onBack, onEdit }: ReviewProps) {
  const { t } = useLingui()
  const { beneficiary, label, comment, purpose, files, kept } = form.draft
  const purposeNames = usePurposes()
  const documentCount = files.length + kept.length
  const quote = quoted.data?.answer
  const chargesOf = useCharges()
  const warnings = useQuoteWarnings()
  const amount = amountOf(form.draft) ?? 0
  const edit = (step: Step, what: ReactNode) => (
    <button type="button" className="link small" onClick={() => onEdit(step)}>
      <Trans>Modifier</Trans>
      <span className="sr"> {what}</span>
    </button>
  )
  return (
    <>
      <StepHeading>{t`Vérifiez avant d’envoyer`}</StepHeading>
      <FormFrame
        onSubmit={onSubmit}
        form={{ call }}
        actions={
          <FlowFoot>
            <Back onBack={onBack} />
            <Button type="submit" variant="primary" size="lg" isBusy={call.isPending || quoted.isLoading}>
              {edited ? <Trans>Enregistrer les modifications</Trans> : <Trans>Confirmer le virement</Trans>}
            </Button>
          </FlowFoot>
        }
      >
        {quoted.isError && <InlineAlert tone="danger" title={errorLabels(quoted.error)} />}
        {quote?.warnings.map((warning) => (
          <InlineAlert key={warning} tone="warning" title={warnings(warning, quote)} />
        ))}
        {quote?.signs_alone && (
          <InlineAlert
            tone="info"
            title={t`Personne d’autre ne peut signer sur ce compte : votre confirmation suffit.`}
          />
        )}
        {edited && edited.approvals > 0 && (
          <InlineAlert
            tone="warning"
            title={t`Ce virement a déjà été signé : vos modifications demandent de nouvelles validations.`}
          />
        )}
        <div className={styles.review}>
          <div className={styles.hero}>
            <p className="muted">
              <Trans>Vous envoyez</Trans>
            </p>
            <p>
              <Money amount={amount} currency={account.currency} size="xl" />
            </p>
            <p className={styles.to}>
              <Trans>
                à <b>{beneficiary?.name}</b>
              </Trans>
            </p>
          </div>
          <div className={styles.facts}>
            <DetailList
              look="edit"
              facts={[
                {
                  name: t`Bénéficiaire`,
                  value: <TwoLines first={beneficiary?.name} second={groupByFour(beneficiary?.iban ?? '')} />,
                  action: edit('beneficiary', t`le bénéficiaire`),
                },
                {
                  name: t`Compte débité`,
                  value: <TwoLines first={account.label} second={groupByFour(account.number)} />,
                },
                { name: t`Quand`, value: <When form={form} />, action: edit('planning', t`la date`) },
                ...(quote ? chargesOf(quote) : []),
                { name: t`Motif du virement`, value: label, action: edit('amount', t`le motif`) },
                ...(isAbroad(form.draft) && purpose !== ''
                  ? [
                      {
                        name: t`Objet du virement`,
                        value: purposeNames[purpose],
                        action: edit('documents', t`l’objet`),
                      },
                    ]
                  : []),
                {
                  name: t`Documents`,
                  value:
                    documentCount === 0
                      ? t`Aucun`
                      : t`${plural(documentCount, { one: '# fichier', other: '# fichiers' })}`,
                  action: edit('documents', t`les documents`),
                },
                ...(comment.trim() === ''
                  ? []
                  : [{ name: t`Note personnelle`, value: comment, action: edit('amount', t`la note`) }]),
              ]}
            />
          </div>
        </div>
      </FormFrame>
    </>
  )
}

/** The execution as text: now, on a day, or from a day on. */
function When({ form }: { form: TransferForm }) {
  const { t } = useLingui()
  const types = useTransferTypes()
  const periods = usePeriodicities()
  const { longDate } = useFormats()
  const { type, start, end, periodicity } = form.draft
  const dayOf = (text: string) => (/^\d{4}-/.test(text) ? longDate(fromPlainDate(text)) : text)
  if (type === 'direct') return types.direct
  const first = dayOf(start)
  if (type === 'delayed') return <TwoLines first={types.delayed} second={first} />
  const last = dayOf(end)
  return (
    <TwoLines
      first={periods[periodicity]}
      second={last === '' ? t`À partir du ${first}, sans fin` : t`Du ${first} au ${last}`}
    />
  )
}

/** Fees, their tax and the remaining balance, as the server calculates them. */
function useCharges() {
  const { t } = useLingui()
  return ({ fees, tax, total, balance_after, currency }: TransferQuote) => [
    { name: t`Frais`, value: fees === 0 ? t`Gratuit` : <Money amount={fees} currency={currency} /> },
    ...(tax > 0 ? [{ name: t`Taxe (TAF)`, value: <Money amount={tax} currency={currency} /> }] : []),
    ...(fees > 0 ? [{ name: t`Total débité`, value: <Money amount={total} currency={currency} /> }] : []),
    { name: t`Disponible après exécution`, value: <Money amount={balance_after} currency={currency} /> },
  ]
}

function useQuoteWarnings() {
  const { t } = useLingui()
  const { longDateWithDay } = useFormats()
  return (warning: TransferQuote['warnings'][number], { execution_date }: TransferQuote) => {
    const day = longDateWithDay(fromPlainDate(execution_date))
    return {
      insufficient_balance: t`Votre solde ne suffit pas aujourd’hui. Il sera vérifié de nouveau à l’exécution.`,
      same_order_today: t`Vous avez déjà demandé ce virement dans les dernières 24 heures.`,
      date_moved: t`Ce virement sera exécuté le ${day}.`,
    }[warning]
  }
}

export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <>
      {first}
      <br />
      <span className={styles.second}>{second}</span>
    </>
  )
}
