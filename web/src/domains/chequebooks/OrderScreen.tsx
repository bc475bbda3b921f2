import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type Agency, type ChequebookType, NewChequebook } from 'contract/products/chequebooks.ts'
import { ArrowLeft, MapPin, Minus, Plus } from 'lucide-react'
import { announce } from '../../lib/banners.ts'
import { isRefusal } from '../../lib/api/call-error.ts'
import { useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { useKeptTexts } from '../../lib/forms/use-kept-texts.ts'
import { useAccount } from '../../lib/session/session.ts'
import { FormFrame } from '../../shell/forms/FormFrame.tsx'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { Money } from '../../shell/Money.tsx'
import { Page } from '../../shell/Page.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import { Button } from '../../ui/Button.tsx'
import { ChoiceRow } from '../../ui/fields/ChoiceRow.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { agenciesQuery, chequebookTypesQuery, useOrderChequebook } from './chequebook-queries.ts'
import { useCrossed } from './chequebook-labels.tsx'
import styles from './ChequebookScreens.module.css'

/** Orders chequebooks: type, number, price, and the branch for pick-up. */
export function OrderScreen() {
  const { t } = useLingui()
  const types = useQuery(chequebookTypesQuery())
  const agencies = useQuery(agenciesQuery())
  const failed = types.isLoadingError ? types : agencies.isLoadingError ? agencies : null
  return (
    <Page
      heading={t`Commander un chéquier`}
      back={
        <Link {...paths.chequebooks()}>
          <Icon shape={ArrowLeft} size="sm" />
          <Trans>Chéquiers</Trans>
        </Link>
      }
    >
      {!failed && (types.isPending || agencies.isPending) && (
        <Skeleton>
          <SkeletonRows count={5} />
        </Skeleton>
      )}
      {failed && (
        <PageProblem
          title={t`Les chéquiers n’ont pas pu être chargés`}
          error={failed.error}
          onRetry={() => void failed.refetch()}
        />
      )}
      {types.data && agencies.data && <OrderForm types={types.data.answer} agencies={agencies.data.answer} />}
    </Page>
  )
}

/** The kept choices that still exist. The warning about cheques that are not crossed is read again. */
function choicesOf(
  kept: Readonly<Record<string, string>>,
  types: readonly ChequebookType[],
  agencies: readonly Agency[],
) {
  const type = types.find(({ id }) => id === kept.type)
  const agency = agencies.find(({ code }) => code === kept.agency)
  const quantity = Number(kept.quantity)
  return {
    ...(type && { type: type.id }),
    ...(type && Number.isInteger(quantity) && { quantity: Math.min(Math.max(1, quantity), type.max_per_order) }),
    ...(agency && { agency: agency.code }),
  }
}

function OrderForm({ types, agencies }: { types: ChequebookType[]; agencies: Agency[] }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { moneyText } = useFormats()
  const crossed = useCrossed()
  const order = useOrderChequebook()
  const { kept, keep } = useKeptTexts(`chequebook:${useAccount().uuid}`)
  const form = useForm({
    schema: NewChequebook,
    initial: { type: types[0]?.id ?? '', quantity: 1, accepts_risk: false, agency: agencies[0]?.code ?? '' },
    kept: kept && choicesOf(kept, types, agencies),
    toInput: (draft) => draft,
    rules: ({ type, accepts_risk }) =>
      types.some(({ id, crossed: isCrossed }) => id === type && !isCrossed) && !accepts_risk
        ? { accepts_risk: t`Confirmez avoir lu l’avertissement sur les chèques non barrés.` }
        : {},
    call: order,
  })
  keep(
    form.isDirty ? { type: form.draft.type, quantity: String(form.draft.quantity), agency: form.draft.agency } : null,
  )
  const type = types.find(({ id }) => id === form.draft.type)
  const { quantity } = form.draft
  const max = type?.max_per_order ?? 1
  const submit = () =>
    form.submit((body) =>
      order.mutate(
        { body, done: () => announce(t`Votre commande de chéquier a bien été prise en compte.`) },
        {
          onSuccess: () => void navigate(paths.chequebooks()),
          onError: (error) => isRefusal(error) && order.renewKey(),
        },
      ),
    )
  const price = type && moneyText(totalOf(type, quantity), type.currency)
  return (
    <FormFrame
      form={form}
      onSubmit={submit}
      actions={
        <div className={styles.acts}>
          <Button type="submit" variant="primary" size="lg" isBusy={order.isPending}>
            {price ? t`Commander pour ${price}` : t`Commander`}
          </Button>
          <LinkButton {...paths.chequebooks()} size="lg">
            <Trans>Annuler</Trans>
          </LinkButton>
        </div>
      }
    >
      <div className={styles.form}>
        <fieldset className={styles.group}>
          <legend className="h3">
            <Trans>Type de chéquier</Trans>
          </legend>
          {types.map((one) => (
            <ChoiceRow
              key={one.id}
              name="type"
              value={one.id}
              isChosen={one.id === form.draft.type}
              onChoose={() => {
                form.set('type', one.id)
                form.set('quantity', Math.min(quantity, one.max_per_order))
              }}
              title={t`${one.leaves} formules`}
              detail={
                <span className="num">
                  {crossed(one.crossed)} · {moneyText(totalOf(one, 1), one.currency)}
                </span>
              }
            />
          ))}
          {form.problemAt('type') && (
            <p className={styles.problem} role="alert">
              {form.problemAt('type')}
            </p>
          )}
        </fieldset>
        {type && !type.crossed && (
          <InlineAlert tone="warning" title={t`Un chèque non barré est payable à qui le présente`}>
            <p>
              <Trans>
                Il peut être encaissé au guichet ou endossé au profit d’un tiers : perdu ou volé, il se paie sans passer
                par une banque. Un chèque barré ne se paie que sur un compte.
              </Trans>
            </p>
            <label className={styles.accept}>
              <Checkbox
                checked={form.draft.accepts_risk}
                onChange={(isChecked) => form.set('accepts_risk', isChecked)}
              />
              {t`J’ai lu cet avertissement et je demande des chèques non barrés.`}
            </label>
            {form.problemAt('accepts_risk') && (
              <p className={styles.problem} role="alert">
                {form.problemAt('accepts_risk')}
              </p>
            )}
          </InlineAlert>
        )}
        <fieldset className={styles.group}>
          <legend className="h3">
            <Trans>Nombre et retrait</Trans>
          </legend>
          <div className={styles.pair}>
            <div className={styles.quantity}>
              <p className={styles.label} id="chequebook-quantity">
                <Trans>Quantité</Trans>
              </p>
              <div className={styles.step} role="group" aria-labelledby="chequebook-quantity">
                <IconButton
                  icon={Minus}
                  label={t`Diminuer`}
                  disabled={quantity <= 1}
                  onClick={() => form.set('quantity', Math.max(1, quantity - 1))}
                />
                <output className="num" aria-live="polite">
                  {quantity}
                </output>
                <IconButton
                  icon={Plus}
                  label={t`Augmenter`}
                  disabled={quantity >= max}
                  onClick={() => form.set('quantity', Math.min(max, quantity + 1))}
                />
              </div>
              {form.problemAt('quantity') && (
                <p className={styles.problem} role="alert">
                  {form.problemAt('quantity')}
                </p>
              )}
            </div>
            <AgencyField {...form.field('agency')} agencies={agencies} />
          </div>
        </fieldset>
        {type && <Price type={type} quantity={quantity} />}
        <InlineAlert tone="info" title={t`Retrait sous cinq jours ouvrés`}>
          <Trans>Un e-mail vous préviendra. Présentez une pièce d’identité à l’agence.</Trans>
        </InlineAlert>
      </div>
    </FormFrame>
  )
}

type AgencyFieldProps = {
  name: string
  value: string
  error: string | null
  onChange: (code: string) => void
  /** The first is that of the account. */
  agencies: Agency[]
}

/** The branch for pick-up, with its address and opening hours. */
function AgencyField({ agencies, ...field }: AgencyFieldProps) {
  const { t } = useLingui()
  const home = agencies[0]?.name ?? ''
  const chosen = agencies.find(({ code }) => code === field.value)
  return (
    <div className={styles.collection}>
      <SelectField
        {...field}
        label={t`Agence de retrait`}
        help={t`Agence de votre compte : ${home}`}
        options={agencies.map(({ code, name }) => ({ value: code, label: name }))}
      />
      {chosen && (
        <div className={styles.branch} aria-live="polite">
          <Icon shape={MapPin} />
          <div>
            <p className="muted small">{chosen.address}</p>
            <p className="muted small">{chosen.opening_hours}</p>
          </div>
        </div>
      )}
    </div>
  )
}

const totalOf = ({ totals, fee }: ChequebookType, quantity: number) => totals[quantity - 1] ?? fee * quantity

function Price({ type, quantity }: { type: ChequebookType; quantity: number }) {
  const { t } = useLingui()
  const fees = type.fee * quantity
  const rows = [
    { name: t`Frais`, amount: fees },
    { name: t`TAF`, amount: totalOf(type, quantity) - fees },
    { name: t`Total débité`, amount: totalOf(type, quantity), isTotal: true },
  ]
  return (
    <dl className={styles.sum} aria-live="polite">
      {rows.map(({ name, amount, isTotal }) => (
        <div key={name} className={isTotal ? styles.total : undefined}>
          <dt>{name}</dt>
          <dd className="num">
            <Money amount={amount} currency={type.currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
