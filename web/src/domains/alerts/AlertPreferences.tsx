import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import {
  alertCatalogue,
  type AlertKind,
  type AlertPreferences as Preferences,
  type AlertRule,
  changeAlertPreferences,
  type SecurityKind,
  securityKinds,
} from 'contract/access/alerts.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { useId, useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { useAccount, useSession } from '../../lib/session/session.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { FormFrame } from '../../shell/forms/FormFrame.tsx'
import { MoneyField } from '../../shell/forms/MoneyField.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import type { AmountDraft } from '../../ui/fields/amount-typing.ts'
import { Button } from '../../ui/Button.tsx'
import { Checks } from '../../ui/fields/Checks.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { alertPreferencesQuery, useChangeAlertPreferences } from './alert-queries.ts'
import styles from './alerts.module.css'
import { PushSection } from './PushSection.tsx'

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` }))
type DraftRule = Omit<AlertRule, 'threshold'> & { threshold: AmountDraft }
const NIGHT = { from: 21, to: 7 }

/** What the user wants to be told of on this account, and when e-mails may come. */
export function AlertPreferences({ onBack }: { onBack: () => void }) {
  const { t } = useLingui()
  const preferences = useQuery(alertPreferencesQuery())
  if (preferences.isSuccess) return <Form known={preferences.data.answer} onBack={onBack} onDevice={() => preferences.refetch()} />
  return (
    <Modal title={t`Choisir mes alertes`} onClose={onBack}>
      {preferences.isError ? (
        <PageProblem title={t`Vos choix n’ont pas pu être chargés`} error={preferences.error} onRetry={() => void preferences.refetch()} />
      ) : (
        <Skeleton>
          <SkeletonRows count={5} />
        </Skeleton>
      )}
    </Modal>
  )
}

function Form({ known, onBack, onDevice }: { known: Preferences; onBack: () => void; onDevice: () => Promise<unknown> }) {
  const { t } = useLingui()
  const formId = useId()
  const account = useAccount()
  const { user } = useSession()
  const change = useChangeAlertPreferences()
  const [rejections, setRejections] = useState(0)
  const initial: Omit<Preferences, 'rules'> & { rules: DraftRule[] } = known
  const thresholdOf = (kind: AlertKind) => `threshold-${kind}`
  const form = useForm({
    schema: changeAlertPreferences.body,
    initial,
    toInput: ({ timing, rules }) => ({ timing, rules }),
    rules: ({ rules }) =>
      Object.fromEntries(
        rules
          .filter(({ kind, is_on, threshold }) => is_on && alertCatalogue[kind].hasThreshold && threshold === null)
          .map(({ kind }) => [thresholdOf(kind), t`Indiquez un montant.`]),
      ),
    refusal: change.error,
  })
  const { timing, rules } = form.draft
  const set = (changed: DraftRule) =>
    form.set(
      'rules',
      rules.map((rule) => (rule.kind === changed.kind ? changed : rule)),
    )
  const fields = ['timing', 'rules', ...rules.map(({ kind }) => thresholdOf(kind))]
  const submit = () => {
    const input = form.check(fields) ? form.read() : null
    if (!input) return setRejections(rejections + 1)
    change.mutate(
      { body: input },
      {
        onSuccess: () => {
          announce(t`Vos alertes sont enregistrées.`)
          onBack()
        },
      },
    )
  }
  const groups: { name: string; kinds: Partial<Record<AlertKind, string>> }[] = [
    {
      name: t`Argent sur le compte`,
      kinds: {
        balance_below: t`Le solde passe sous un montant`,
        debit_above: t`Un débit atteint un montant`,
        credit_above: t`Un encaissement atteint un montant`,
      },
    },
    {
      name: t`Virements`,
      kinds: {
        order_to_sign: t`Un ordre attend ma signature`,
        transfer_rejected: t`Un virement n’est pas exécuté`,
        transfer_returned: t`Un virement est retourné`,
        transfer_executed: t`Un virement est exécuté`,
        batch_done: t`Un virement multiple est terminé`,
        beneficiary_waiting: t`Un bénéficiaire attend mon accord`,
      },
    },
    {
      name: t`Prélèvements`,
      kinds: {
        debit_announced: t`Un prélèvement est annoncé`,
        debit_rejected: t`Un prélèvement est rejeté`,
        mandate_to_confirm: t`Un mandat attend ma confirmation`,
      },
    },
    {
      name: t`Cartes et chéquiers`,
      kinds: {
        card_topped_up: t`Une carte est rechargée`,
        topup_failed: t`Une recharge n’est pas effectuée`,
        chequebook_available: t`Un chéquier est arrivé à l’agence`,
      },
    },
    {
      name: t`Placements, crédits et messages`,
      kinds: {
        deposit_matured: t`Un placement arrive à échéance`,
        deposit_answered: t`La banque répond à une demande sur un placement`,
        instalment_unpaid: t`Une échéance de crédit est impayée`,
        message_received: t`La banque vous écrit`,
      },
    },
  ]
  const security: Record<SecurityKind, string> = {
    new_device: t`Connexion depuis un nouvel appareil`,
    password_changed: t`Mot de passe modifié`,
    contact_changed: t`E-mail ou téléphone modifié`,
    access_changed: t`Accès d’une personne modifié`,
    person_invited: t`Personne invitée`,
    person_joined: t`Invitation acceptée par une personne`,
    rules_changed: t`Règles de signature ou plafonds modifiés`,
  }
  const number = groupByFour(account.number)
  const byMail = (kind: AlertKind) => {
    if (!user?.email) return t`Aussi par e-mail, quand vous aurez indiqué une adresse`
    const { letter } = alertCatalogue[kind]
    if (letter === 'author') return t`Aussi par e-mail, pour les ordres que vous avez donnés`
    return letter === 'daily' ? t`Aussi par e-mail, un rappel par jour` : t`Aussi par e-mail`
  }
  const byPush = t`Aussi sur mes appareils`
  return (
    <Modal
      title={t`Choisir mes alertes`}
      onClose={onBack}
      foot={
        <>
          <Button onClick={onBack}>
            <Trans>Retour</Trans>
          </Button>
          <Button type="submit" form={formId} variant="primary" isBusy={change.isPending}>
            <Trans>Enregistrer</Trans>
          </Button>
        </>
      }
    >
      <p className="muted">
        <Trans>Pour le compte {number}. Elles s’affichent ici, et par e-mail ou sur vos appareils si vous le voulez.</Trans>
      </p>
      {known.push && <PushSection push={known.push} onChanged={onDevice} />}
      <FormFrame
        id={formId}
        onSubmit={submit}
        rejections={rejections}
        hasProblems={fields.some((field) => form.problemAt(field))}
        refusal={change.error}
        actions={null}
      >
        {groups.map(({ name: group, kinds }) => {
          const open = rules.flatMap((rule) => {
            const name = kinds[rule.kind]
            return name === undefined ? [] : [{ rule, name }]
          })
          return (
            open.length > 0 && (
              <section key={group}>
                <h3 className={styles.group}>{group}</h3>
                {open.map(({ rule, name }) => (
                  <div key={rule.kind} className={styles.rule}>
                    <Checks
                      legend={name}
                      isLegendHidden
                      options={[{ value: 'on', label: name }]}
                      chosen={rule.is_on ? ['on'] : []}
                      onChange={(_, isChosen) => set({ ...rule, is_on: isChosen })}
                    />
                    {rule.is_on && (
                      <div className={styles.more}>
                        {alertCatalogue[rule.kind].hasThreshold && (
                          <MoneyField
                            name={thresholdOf(rule.kind)}
                            size="md"
                            label={t`Montant`}
                            currency={account.currency}
                            value={rule.threshold}
                            onChange={(threshold) => set({ ...rule, threshold })}
                            error={form.problemAt(thresholdOf(rule.kind))}
                          />
                        )}
                        <Checks
                          legend={name}
                          isLegendHidden
                          options={[
                            { value: 'by_mail', label: byMail(rule.kind) },
                            ...(known.push ? [{ value: 'by_push' as const, label: byPush }] : []),
                          ]}
                          chosen={(['by_mail', 'by_push'] as const).filter((channel) => rule[channel])}
                          onChange={(channel, isChosen) => set({ ...rule, [channel]: isChosen })}
                        />
                      </div>
                    )}
                  </div>
                ))}
              </section>
            )
          )
        })}
        <section>
          <h3 className={styles.group}>
            <Trans>Sécurité, toujours</Trans>
          </h3>
          <p className="small muted">
            <Trans>
              Si quelqu’un prenait votre accès, il couperait d’abord ces alertes : elles ne se désactivent pas. Leurs e-mails et leurs
              notifications partent tout de suite, même pendant vos heures de silence.
            </Trans>
          </p>
          <Checks
            legend={t`Sécurité, toujours`}
            isLegendHidden
            options={securityKinds.map((kind) => ({ value: kind, label: security[kind], isDisabled: true }))}
            chosen={securityKinds}
            onChange={() => {}}
          />
        </section>
        <h3 className={styles.group}>
          <Trans>Quand vous écrire</Trans>
        </h3>
        <SelectField
          name="is_daily"
          label={t`E-mails d’alerte, pour tous vos comptes`}
          value={timing.is_daily ? 'daily' : 'now'}
          options={[
            { value: 'now', label: t`Dès que cela arrive` },
            { value: 'daily', label: t`Une fois par jour, à 8 h` },
          ]}
          onChange={(value) => form.set('timing', { ...timing, is_daily: value === 'daily' })}
        />
        {known.push && (
          <p className="small muted">
            <Trans>Les notifications, elles, partent dès que cela arrive.</Trans>
          </p>
        )}
        <Checks
          legend={t`Heures de silence`}
          isLegendHidden
          options={[{ value: 'quiet', label: t`Ni e-mail d’alerte ni notification à certaines heures` }]}
          chosen={timing.quiet ? ['quiet'] : []}
          onChange={(_, isChosen) => form.set('timing', { ...timing, quiet: isChosen ? NIGHT : null })}
        />
        {timing.quiet && (
          <>
            <div className={styles.hours}>
              <SelectField
                name="from"
                label={t`De`}
                value={String(timing.quiet.from)}
                options={hours}
                onChange={(from) => form.set('timing', { ...timing, quiet: { to: timing.quiet?.to ?? NIGHT.to, from: Number(from) } })}
              />
              <SelectField
                name="to"
                label={t`À`}
                value={String(timing.quiet.to)}
                options={hours}
                error={form.problemAt('timing')}
                onChange={(to) => form.set('timing', { ...timing, quiet: { from: timing.quiet?.from ?? NIGHT.from, to: Number(to) } })}
              />
            </div>
            <p className="small muted">
              <Trans>À l’heure de Dakar.</Trans>
            </p>
          </>
        )}
      </FormFrame>
    </Modal>
  )
}
