// Messages of the bank to its demo customers.

import { addDays, type DemoCalendar, timeOf } from './history/demo-calendar.ts'
import { seededRandom } from './history/seeded-random.ts'

export type DemoMessage = {
  id: string
  account: string
  subject: string
  sender: string
  body: string
  sent_at: Date
  read_at: Date | null
}

type Letter = { subject: string; body: string; sender?: string }

const ADVISOR = 'Seynabou Gaye, votre conseillère'
const SERVICE = 'Service client'

/** Companies have a manager of their own. */
const OF_COMPANIES = ['sine-agro', 'sine-agro-payroll', 'jappo', 'karabane-1']
const signedFor = (account: string, text: string) =>
  OF_COMPANIES.includes(account) ? text.replaceAll('Seynabou Gaye', 'Coumba Gueye') : text

const letters = {
  welcome: {
    subject: 'Bienvenue dans votre espace Connect',
    body: 'Bonjour,\n\nVotre espace Connect est ouvert. Vous y suivez vos comptes, envoyez vos virements et nous écrivez quand vous le souhaitez.\n\nBien à vous,\nSeynabou Gaye',
    sender: ADVISOR,
  },
  statement: {
    subject: 'Votre relevé de compte est disponible',
    body: 'Bonjour,\n\nVotre relevé du mois dernier est disponible dans la rubrique Relevés.\n\nLe service client',
  },
  security: {
    subject: 'Sécurité : ne communiquez jamais votre mot de passe',
    body: 'Bonjour,\n\nAucun conseiller ne vous demandera votre mot de passe, ni par téléphone, ni par message. En cas de doute, appelez-nous au +221 33 800 00 10.\n\nLe service client',
  },
  appointment: {
    subject: 'Notre rendez-vous à l’agence',
    body: 'Bonjour,\n\nJe vous confirme notre rendez-vous de jeudi à 10 h 30. Merci d’apporter une pièce d’identité et un justificatif de domicile récent.\n\nBien à vous,\nSeynabou Gaye',
    sender: ADVISOR,
  },
  overdraft: {
    subject: 'Votre découvert autorisé',
    body: 'Bonjour,\n\nVotre compte est débiteur et approche de son découvert autorisé. Un versement avant la fin du mois évitera des agios supplémentaires.\n\nBien à vous,\nSeynabou Gaye',
    sender: ADVISOR,
  },
  customs: {
    subject: 'Pièces à fournir pour votre transfert vers Lyon',
    body: 'Bonjour,\n\nPour le transfert vers Maison Delorme SARL, merci de nous transmettre la facture définitive et la déclaration en douane.\n\nBien à vous,\nSeynabou Gaye',
    sender: ADVISOR,
  },
  swift: {
    subject: 'Transfert reçu de l’étranger',
    body: 'Bonjour,\n\nUn transfert en euros a été crédité sur votre compte. L’avis correspondant se trouve dans la rubrique Relevés.\n\nLe service client',
  },
  blocked: {
    subject: 'Votre compte est bloqué',
    body: "Bonjour,\n\nÀ la suite de votre déclaration de perte, votre compte est bloqué : aucun débit n'est possible. Présentez-vous à l'agence de Pikine avec une pièce d'identité.\n\nLe service client",
  },
} satisfies Record<string, Letter>

/** Sent this many days ago, newest last; the unread ones are the newest. */
type Mail = { account: string; unread: number; sent: [daysAgo: number, letter: Letter][] }

const mails: Mail[] = [
  {
    account: 'awa',
    unread: 2,
    sent: [
      [418, letters.welcome],
      [120, letters.security],
      [41, letters.appointment],
      [16, letters.statement],
      [2, letters.swift],
    ],
  },
  {
    account: 'awa-savings',
    unread: 0,
    sent: [
      [418, letters.welcome],
      [20, letters.statement],
    ],
  },
  {
    account: 'aminata',
    unread: 1,
    sent: [
      [418, letters.welcome],
      [64, letters.security],
      [5, letters.swift],
    ],
  },
  {
    account: 'aminata-euro',
    unread: 1,
    sent: [
      [30, letters.statement],
      [4, letters.swift],
    ],
  },
  {
    account: 'sine-agro',
    unread: 2,
    sent: [
      [418, letters.welcome],
      [75, letters.security],
      [12, letters.customs],
      [3, letters.statement],
    ],
  },
  {
    account: 'sine-agro-payroll',
    unread: 0,
    sent: [
      [90, letters.security],
      [18, letters.statement],
    ],
  },
  {
    account: 'jappo',
    unread: 1,
    sent: [
      [300, letters.welcome],
      [45, letters.statement],
      [6, letters.overdraft],
    ],
  },
  {
    account: 'moustapha',
    unread: 1,
    sent: [
      [410, letters.welcome],
      [9, letters.statement],
    ],
  },
  {
    account: 'alioune',
    unread: 2,
    sent: [
      [24, letters.welcome],
      [23, letters.security],
    ],
  },
  {
    account: 'rokhaya',
    unread: 0,
    sent: [
      [300, letters.welcome],
      [60, letters.blocked],
    ],
  },
  // The maximum of the inbox's badge.
  {
    account: 'karabane-1',
    unread: 99,
    sent: Array.from({ length: 99 }, (_, index): [number, Letter] => [
      400 - index * 4,
      {
        subject: `Avis de nivellement n° ${2_001 + index}`,
        body: `Bonjour,\n\nLe nivellement de trésorerie n° ${2_001 + index} a été passé sur vos comptes.\n\nLe service client`,
      },
    ]),
  },
]

export function demoMessages(calendar: DemoCalendar): DemoMessage[] {
  const random = seededRandom('messages')
  return mails.flatMap(({ account, unread, sent }) =>
    sent.map(([daysAgo, { subject, body, sender = SERVICE }], index) => {
      const sent_at = timeOf(random, calendar.day(-daysAgo), 9, 17)
      const read_at = index < sent.length - unread ? timeOf(random, addDays(sent_at, 1), 8, 21) : null
      return {
        id: random.id(sent_at),
        account,
        subject,
        sender: signedFor(account, sender),
        body: signedFor(account, body),
        sent_at,
        read_at,
      }
    }),
  )
}
