import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import {
  limitPeriods,
  limitPurposes,
  type RulesInForce,
  type Tier,
  tierKinds,
  type TransferLimit,
} from 'contract/transfers/signing-rules.ts'
import { Landmark, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useFormats } from '../../lib/formats.ts'
import { ofName } from '../../lib/language.ts'
import { PageProblem } from '../../shell/Problem.tsx'
import { Badge } from '../../ui/data/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DetailList } from '../../ui/data/DetailList.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { FactorAmountModal } from './FactorAmountModal.tsx'
import { GroupsModal } from './GroupsModal.tsx'
import { LimitsModal } from './LimitsModal.tsx'
import { tiersOf } from './rules.ts'
import styles from './RulesView.module.css'
import { signingRulesQuery } from './signing-queries.ts'
import { useLimitPeriods, useLimitPurposes, useRuleNames, useTierKinds } from './signing-labels.ts'
import { TiersModal } from './TiersModal.tsx'
import { WaitingRules } from './WaitingRules.tsx'

type Editing =
  | { what: 'tiers'; kind: Tier['kind'] }
  | { what: 'groups' }
  | { what: 'factor' }
  | { what: 'limits'; person: { user_id: string; name: string } | null; purpose: TransferLimit['purpose'] }

/** The signature rules and limits of the account. */
export function RulesView() {
  const { t } = useLingui()
  const found = useQuery(signingRulesQuery())
  const [editing, setEditing] = useState<Editing | null>(null)
  if (found.isPending)
    return (
      <Skeleton>
        <SkeletonRows count={5} hasHead />
      </Skeleton>
    )
  if (found.isLoadingError)
    return (
      <PageProblem
        title={t`Les règles n’ont pas pu être chargées`}
        error={found.error}
        onRetry={() => void found.refetch()}
      />
    )
  if (!found.data) return null
  const inForce = found.data.answer
  const close = () => setEditing(null)
  return (
    <div className={styles.view}>
      {inForce.waiting && <WaitingRules inForce={inForce} waiting={inForce.waiting} />}
      {inForce.is_company && (
        <section className={styles.section} aria-labelledby="signatures-title">
          <h2 id="signatures-title" className={styles.title}>
            <Trans>Signatures</Trans>
          </h2>
          <p className="muted">
            <Trans>
              Combien de valideurs signent un virement, selon son montant. La personne qui l’a saisi ne le signe jamais.
            </Trans>
          </p>
          {!inForce.has_other_signer && (
            <InlineAlert tone="info" title={t`Vous êtes la seule personne qui peut signer sur ce compte`}>
              <p>
                <Trans>
                  Aucune règle ne peut demander une deuxième signature : votre confirmation suffit pour vos virements et
                  vos bénéficiaires. Les règles s’appliquent dès qu’une autre personne peut valider.
                </Trans>
              </p>
            </InlineAlert>
          )}
          {tierKinds.map((kind) => (
            <Tiers key={kind} inForce={inForce} kind={kind} onEdit={() => setEditing({ what: 'tiers', kind })} />
          ))}
          <Groups inForce={inForce} onEdit={() => setEditing({ what: 'groups' })} />
        </section>
      )}
      <section className={styles.section} aria-labelledby="limits-title">
        <h2 id="limits-title" className={styles.title}>
          <Trans>Plafonds</Trans>
        </h2>
        <Limits inForce={inForce} onEdit={setEditing} />
      </section>
      {inForce.is_company && (
        <section className={styles.section} aria-labelledby="factor-title">
          <h2 id="factor-title" className={styles.title}>
            <Trans>Double authentification</Trans>
          </h2>
          <FactorRule inForce={inForce} onEdit={() => setEditing({ what: 'factor' })} />
        </section>
      )}
      {editing?.what === 'factor' && <FactorAmountModal inForce={inForce} onClose={close} />}
      {editing?.what === 'tiers' && <TiersModal inForce={inForce} kind={editing.kind} onClose={close} />}
      {editing?.what === 'groups' && <GroupsModal inForce={inForce} onClose={close} />}
      {editing?.what === 'limits' && (
        <LimitsModal inForce={inForce} person={editing.person} purpose={editing.purpose} onClose={close} />
      )}
    </div>
  )
}

const EditButton = ({ what, onEdit }: { what: string; onEdit: () => void }) => (
  <Button size="sm" icon={Pencil} onClick={onEdit}>
    <Trans>Modifier</Trans>
    <span className="sr"> {what}</span>
  </Button>
)

function Tiers({ inForce, kind, onEdit }: { inForce: RulesInForce; kind: Tier['kind']; onEdit: () => void }) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const kinds = useTierKinds()
  const names = useRuleNames()
  const { tiers, isDefault } = tiersOf(inForce, kind)
  const upTo = (amount: number) => moneyText(amount, inForce.currency)
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <h3 className={styles.name}>{kinds[kind]}</h3>
        {isDefault && (
          <Badge tone="neutral" icon={Landmark}>
            <Trans>Règle de la banque</Trans>
          </Badge>
        )}
        <EditButton what={kinds[kind]} onEdit={onEdit} />
      </div>
      <DetailList
        look="edit"
        facts={tiers.map(({ up_to, rule }) => ({
          name: up_to === null ? (tiers.length === 1 ? t`Tout montant` : t`Au-delà`) : t`Jusqu’à ${upTo(up_to)}`,
          value: names[rule],
        }))}
      />
    </div>
  )
}

function FactorRule({ inForce: { rules }, onEdit }: { inForce: RulesInForce; onEdit: () => void }) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const amount = rules.factor_amount ?? null
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <h3 className={styles.name}>
          <Trans>Clé d’accès ou code</Trans>
        </h3>
        {amount === null && <BankRule />}
        <EditButton what={t`la double authentification`} onEdit={onEdit} />
      </div>
      <p className="muted">
        {amount === null ? (
          <Trans>Comme la banque le demande.</Trans>
        ) : amount === 0 ? (
          <Trans>Chaque opération est confirmée par une clé d’accès ou un code.</Trans>
        ) : (
          t`Au-delà de ${moneyText(amount, 'XOF')}, les opérations sont confirmées par une clé d’accès ou un code.`
        )}
      </p>
    </div>
  )
}

function Groups({ inForce: { rules, people }, onEdit }: { inForce: RulesInForce; onEdit: () => void }) {
  const { t } = useLingui()
  const inGroup = (name: 'A' | 'B') =>
    rules.groups
      .filter(({ group }) => group === name)
      .flatMap(({ user_id }) => people.find((person) => person.user_id === user_id)?.name ?? [])
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <h3 className={styles.name}>
          <Trans>Groupes de signature</Trans>
        </h3>
        <EditButton what={t`les groupes de signature`} onEdit={onEdit} />
      </div>
      <DetailList
        facts={(['A', 'B'] as const).map((name) => ({
          name: t`Groupe ${name}`,
          value: inGroup(name).join(', ') || t({ context: 'nobody', message: 'Personne' }),
        }))}
      />
    </div>
  )
}

function Limits({ inForce, onEdit }: { inForce: RulesInForce; onEdit: (editing: Editing) => void }) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const periods = useLimitPeriods()
  const purposes = useLimitPurposes()
  const { rules, defaults, people, currency } = inForce
  const facts = (userId: string | null, purpose: TransferLimit['purpose']) =>
    limitPeriods.flatMap((period) => {
      const is = (limit: TransferLimit) =>
        limit.user_id === userId && limit.purpose === purpose && limit.period === period
      const own = rules.limits.find(is)
      const amount = (own ?? defaults.limits.find(is))?.amount
      return amount === undefined
        ? []
        : [{ name: periods[period], value: moneyText(amount, currency), action: !own && <BankRule /> }]
    })
  const visible = (list: ReturnType<typeof facts>) =>
    list.length > 0 ? (
      <DetailList look="edit" facts={list} />
    ) : (
      <p className="muted">
        <Trans>Aucun plafond</Trans>
      </p>
    )
  return (
    <>
      <div className={styles.card}>
        <div className={styles.head}>
          <h3 className={styles.name}>
            <Trans>Compte entier</Trans>
          </h3>
          <EditButton
            what={t`les plafonds du compte`}
            onEdit={() => onEdit({ what: 'limits', person: null, purpose: 'create' })}
          />
        </div>
        {visible(facts(null, 'create'))}
      </div>
      {people.map((person) =>
        limitPurposes
          .filter((purpose) => (purpose === 'create' ? person.may_create : person.may_validate))
          .map((purpose) => (
            <div key={`${person.user_id} ${purpose}`} className={styles.card}>
              <div className={styles.head}>
                <h3 className={styles.name}>
                  {person.name} · {purposes[purpose]}
                </h3>
                <EditButton
                  what={t`les plafonds ${ofName(person.name)}`}
                  onEdit={() => onEdit({ what: 'limits', person, purpose })}
                />
              </div>
              {visible(facts(person.user_id, purpose))}
            </div>
          )),
      )}
    </>
  )
}

const BankRule = () => (
  <Badge tone="neutral" icon={Landmark}>
    <Trans>Règle de la banque</Trans>
  </Badge>
)
