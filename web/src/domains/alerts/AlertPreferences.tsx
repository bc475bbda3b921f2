import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { alertCatalogue, type AlertPreferences as Preferences, AlertPreferencesChange } from 'contract/access/alerts.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { announce } from '../../lib/banners.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { useAccount } from '../../lib/session/session.ts'
import { FormModal } from '../../shell/forms/FormModal.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { alertGroups, useAlertGroups, useAlertKinds } from './alert-labels.ts'
import { alertPreferencesQuery, useChangeAlertPreferences } from './alert-queries.ts'
import { AlertRuleFields, type DraftRule, thresholdOf } from './AlertRuleFields.tsx'
import { AlertTimingFields } from './AlertTimingFields.tsx'
import styles from './alerts.module.css'
import { PushSection } from './PushSection.tsx'
import { SecurityAlerts } from './SecurityAlerts.tsx'

type Draft = Pick<Preferences, 'timing'> & { rules: DraftRule[] }

/** The user's alert switches for this account, and the times of e-mails. */
export function AlertPreferences({ onBack }: { onBack: () => void }) {
  const { t } = useLingui()
  const preferences = useQuery(alertPreferencesQuery())
  // A later refresh that fails takes no choices back.
  if (preferences.data)
    return <PreferencesForm known={preferences.data.answer} onBack={onBack} onDevice={() => preferences.refetch()} />
  return (
    <Modal title={t`Choisir mes alertes`} onClose={onBack}>
      {preferences.isError ? (
        <PageProblem
          title={t`Vos choix n’ont pas pu être chargés`}
          error={preferences.error}
          onRetry={() => void preferences.refetch()}
        />
      ) : (
        <Skeleton>
          <SkeletonRows count={5} />
        </Skeleton>
      )}
    </Modal>
  )
}

/** The state of the form, and the call that sends it. */
function usePreferencesForm({ timing, rules }: Preferences) {
  const { t } = useLingui()
  const change = useChangeAlertPreferences()
  const initial: Draft = { timing, rules }
  const form = useForm({
    schema: AlertPreferencesChange,
    initial,
    toInput: (draft) => draft,
    rules: (draft) =>
      Object.fromEntries(
        draft.rules
          .filter(({ kind, is_on, threshold }) => is_on && alertCatalogue[kind].hasThreshold && threshold === null)
          .map(({ kind }) => [thresholdOf(kind), t`Indiquez un montant.`]),
      ),
    call: change,
    fields: ['timing', 'rules', ...rules.map(({ kind }) => thresholdOf(kind))],
  })
  return { form, change }
}

type Props = { known: Preferences; onBack: () => void; onDevice: () => Promise<unknown> }

function PreferencesForm({ known, onBack, onDevice }: Props) {
  const { t } = useLingui()
  const account = useAccount()
  const groups = useAlertGroups()
  const kinds = useAlertKinds()
  const { form, change } = usePreferencesForm(known)
  const { timing, rules } = form.draft
  const hasPush = known.push !== null
  const set = (changed: DraftRule) =>
    form.set(
      'rules',
      rules.map((rule) => (rule.kind === changed.kind ? changed : rule)),
    )
  const submit = () =>
    form.submit((body) =>
      change.mutate(
        { body },
        {
          onSuccess: () => {
            announce(t`Vos alertes sont enregistrées.`)
            onBack()
          },
        },
      ),
    )
  const number = groupByFour(account.number)
  return (
    <FormModal
      title={t`Choisir mes alertes`}
      verb={t`Enregistrer`}
      form={form}
      secondary={
        <Button onClick={onBack}>
          <Trans>Retour</Trans>
        </Button>
      }
      intro={
        <>
          <p className="muted">
            <Trans>
              Pour le compte {number}. Elles s’affichent ici, et par e-mail ou sur vos appareils si vous le voulez.
            </Trans>
          </p>
          {known.push && <PushSection push={known.push} onChanged={onDevice} />}
        </>
      }
      onSubmit={submit}
      onClose={onBack}
    >
      {alertGroups.map((group) => {
        const own = rules.filter(({ kind }) => kinds[kind].group === group)
        return (
          own.length > 0 && (
            <section key={group}>
              <h3 className={styles.group}>{groups[group]}</h3>
              {own.map((rule) => (
                <AlertRuleFields
                  key={rule.kind}
                  rule={rule}
                  name={kinds[rule.kind].name}
                  hasPush={hasPush}
                  error={form.problemAt(thresholdOf(rule.kind))}
                  onChange={set}
                />
              ))}
            </section>
          )
        )
      })}
      <SecurityAlerts />
      <AlertTimingFields
        timing={timing}
        hasPush={hasPush}
        error={form.problemAt('timing')}
        onChange={(changed) => form.set('timing', changed)}
      />
    </FormModal>
  )
}
