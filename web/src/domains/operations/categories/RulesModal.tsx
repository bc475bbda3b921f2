import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type CategoryRule, NewRule, type RuleCondition } from 'contract/accounts/categories.ts'
import { tidyLine } from 'contract/values/text.ts'
import { History, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { announce } from '../../../lib/banners.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useAccount } from '../../../lib/session/session.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { FormModal } from '../../../shell/forms/FormModal.tsx'
import { Money } from '../../../shell/Money.tsx'
import { MoneyField } from '../../../shell/forms/MoneyField.tsx'
import { RemovalModal } from '../../../shell/forms/RemovalModal.tsx'
import { errorLabels } from '../../../lib/report-error.ts'
import type { AmountDraft } from '../../../ui/fields/amount-typing.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { InlineAlert } from '../../../ui/InlineAlert.tsx'
import { Modal } from '../../../ui/overlays/Modal.tsx'
import { Segmented } from '../../../ui/fields/Segmented.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { dayOf } from '../operation-groups.ts'
import {
  categoriesQuery,
  rulePreviewQuery,
  rulesQuery,
  useApplyRule,
  useCreateRule,
  useRemoveRule,
} from '../operation-queries.ts'
import { useSubject } from '../operation-labels.ts'
import styles from './RulesModal.module.css'
import { useTakeBack } from './use-take-back.ts'

type View = { is: 'list' | 'new' } | { is: 'past' | 'removal'; rule: CategoryRule }

/** The rules of the account: create, preview on past operations, delete. */
export function RulesModal({ onClose }: { onClose: () => void }) {
  const [view, setView] = useState<View>({ is: 'list' })
  const back = () => setView({ is: 'list' })
  if (view.is === 'new') return <NewRuleModal onClose={back} />
  if (view.is === 'past') return <PastModal rule={view.rule} onClose={back} />
  if (view.is === 'removal') return <RemoveRule rule={view.rule} onClose={back} />
  return <RuleList onView={setView} onClose={onClose} />
}

function RuleList({ onView, onClose }: { onView: (view: View) => void; onClose: () => void }) {
  const { t } = useLingui()
  const rules = useQuery(rulesQuery())
  const translate = useRuleLabels()
  return (
    <Modal
      title={t`Règles de classement`}
      onClose={onClose}
      foot={
        <Button variant="primary" icon={Plus} onClick={() => onView({ is: 'new' })}>
          <Trans>Nouvelle règle</Trans>
        </Button>
      }
    >
      <p className="muted">
        <Trans>
          Les nouvelles opérations de ce compte se classent d’elles-mêmes. Ce que vous classez à la main reste comme
          vous l’avez mis.
        </Trans>
      </p>
      {rules.isError && <InlineAlert tone="danger" title={errorLabels(rules.error)} />}
      <ol className={styles.list}>
        {rules.data?.answer.map((rule) => (
          <li key={rule.id}>
            <span className={styles.labels}>
              <b>{rule.category.label}</b>
              <span className="muted small">{translate(rule)}</span>
            </span>
            <IconButton
              size="sm"
              icon={History}
              label={t`Classer le passé : ${rule.text}`}
              onClick={() => onView({ is: 'past', rule })}
            />
            <IconButton
              size="sm"
              icon={Trash2}
              label={t`Supprimer la règle : ${rule.text}`}
              onClick={() => onView({ is: 'removal', rule })}
            />
          </li>
        ))}
      </ol>
    </Modal>
  )
}

/** "Contient « senelec », sorties, à partir de 5 000 F CFA" */
function useRuleLabels() {
  const { t } = useLingui()
  const { currency } = useAccount()
  const { moneyText } = useFormats()
  return ({ text, sign, min, max }: RuleCondition): string => {
    const [least, limit] = [min, max].map((bound) => bound !== null && moneyText(bound, currency, 'plain'))
    const amounts =
      least && limit
        ? t`entre ${least} et ${limit}`
        : least
          ? t`à partir de ${least}`
          : limit
            ? t`jusqu’à ${limit}`
            : null
    const way = sign === null ? null : sign === 'credit' ? t`entrées` : t`sorties`
    return [t`Contient « ${text} »`, way, amounts].filter((part) => part !== null).join(', ')
  }
}

type Draft = { text: string; sign: 'all' | 'credit' | 'debit'; min: AmountDraft; max: AmountDraft; category_id: string }

function NewRuleModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { currency } = useAccount()
  const categories = useQuery(categoriesQuery()).data?.answer ?? []
  const create = useCreateRule()
  const [requested, setRequested] = useState<RuleCondition | null>(null)
  const initial: Draft = { text: '', sign: 'all', min: null, max: null, category_id: '' }
  const form = useForm({
    schema: NewRule,
    initial,
    toInput: ({ text, sign, min, max, category_id }) => ({
      text: tidyLine(text),
      sign: sign === 'all' ? null : sign,
      min,
      max,
      category_id: category_id === '' ? undefined : category_id,
    }),
    call: create,
  })
  const preview = () => {
    if (!form.check(['text', 'min', 'max'])) return form.reject()
    const { text, sign, min, max } = form.draft
    // Unreadable amounts were refused by the validation.
    if (typeof min === 'string' || typeof max === 'string') return
    setRequested({ text: tidyLine(text), sign: sign === 'all' ? null : sign, min, max })
  }
  const submit = () =>
    form.submit((body) =>
      create.mutate(
        { body },
        {
          onSuccess: () => {
            announce(t`La règle a bien été créée.`)
            onClose()
          },
        },
      ),
    )
  return (
    <FormModal
      title={t`Nouvelle règle`}
      verb={t`Créer la règle`}
      form={form}
      secondary={
        <Button disabled={create.isPending} onClick={preview}>
          <Trans>Aperçu</Trans>
        </Button>
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label={t`Le libellé ou la contrepartie contient`} maxLength={64} {...form.field('text')} />
      <SelectField
        label={t`Catégorie`}
        options={[{ value: '', label: t`Choisir` }, ...categories.map(({ id, label }) => ({ value: id, label }))]}
        {...form.field('category_id')}
      />
      <Segmented
        label={t`Sens`}
        value={form.draft.sign}
        options={[
          { value: 'all', label: t`Tous` },
          { value: 'credit', label: t`Entrées` },
          { value: 'debit', label: t`Sorties` },
        ]}
        onChange={(sign) => form.set('sign', sign)}
      />
      <div className={styles.pair}>
        <MoneyField size="md" label={t`Montant min.`} currency={currency} {...form.field('min')} />
        <MoneyField size="md" label={t`Montant max.`} currency={currency} {...form.field('max')} />
      </div>
      {requested && <RulePreview condition={requested} />}
    </FormModal>
  )
}

/** The past operations that a rule matches: their number, and the newest ones. */
function RulePreview({ condition }: { condition: RuleCondition }) {
  const subject = useSubject()
  const { rowDate } = useFormats()
  const preview = useQuery(rulePreviewQuery(condition))
  if (preview.isError) return <InlineAlert tone="danger" title={errorLabels(preview.error)} />
  const found = preview.data?.answer
  return (
    <section role="status" aria-busy={preview.isPending}>
      {found && (
        <>
          <p>
            <Plural
              value={found.operation_count}
              _0="Aucune opération passée, sans catégorie, ne correspond."
              one="# opération passée, sans catégorie, correspond :"
              other="# opérations passées, sans catégorie, correspondent :"
            />
          </p>
          <ul className={styles.list}>
            {found.operations.map((operation) => (
              <li key={operation.id}>
                <span className={styles.labels}>
                  {subject(operation)}
                  <span className="muted small num">{rowDate(dayOf(operation))}</span>
                </span>
                <Money amount={operation.amount} currency={operation.currency} signs="movement" />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function PastModal({ rule, onClose }: { rule: CategoryRule; onClose: () => void }) {
  const { t } = useLingui()
  const { text, sign, min, max } = rule
  const condition = { text, sign, min, max }
  const count = useQuery(rulePreviewQuery(condition)).data?.answer.operation_count ?? 0
  const apply = useApplyRule()
  const offerBack = useTakeBack()
  const send = () =>
    apply.mutate(
      { params: { id: rule.id } },
      {
        onSuccess: ({ answer }) => {
          onClose()
          offerBack(answer)
        },
      },
    )
  return (
    <Modal
      title={t`Classer le passé dans « ${rule.category.label} »`}
      onClose={apply.isPending ? undefined : onClose}
      foot={
        <>
          <Button disabled={apply.isPending} onClick={onClose}>
            <Trans>Annuler</Trans>
          </Button>
          <Button variant="primary" disabled={count === 0} isBusy={apply.isPending} onClick={send}>
            {t`${plural(count, { one: 'Classer une opération', other: 'Classer # opérations' })}`}
          </Button>
        </>
      }
    >
      {apply.error && <InlineAlert tone="danger" title={errorLabels(apply.error)} />}
      <RulePreview condition={condition} />
    </Modal>
  )
}

function RemoveRule({ rule, onClose }: { rule: CategoryRule; onClose: () => void }) {
  const { t } = useLingui()
  const remove = useRemoveRule()
  const done = () => {
    onClose()
    announce(t`La règle a bien été supprimée.`)
  }
  return (
    <RemovalModal
      title={t`Supprimer la règle « ${rule.text} » ?`}
      verb={t`Supprimer`}
      removal={remove}
      onRemove={() => remove.mutate({ params: { id: rule.id } }, { onSuccess: done })}
      onClose={onClose}
    >
      <p>
        <Trans>Ce qu’elle a classé reste classé.</Trans>
      </p>
    </RemovalModal>
  )
}
