// Customers, users and accounts of the demo bank.

import { type Capability, capabilities, type Right, rights } from 'contract/rights.ts'
import { inOrder, roles } from 'contract/roles.ts'

export type DemoCustomer = { key: string; name: string; kind: 'individual' | 'company'; address: string }

export type DemoUser = {
  login: string
  first_name: string
  last_name: string
  phone: string
  email: string
  must_change_password?: boolean
}

export type DemoAccount = {
  key: string
  customer: string
  label: string
  kind: 'checking' | 'savings' | 'current' | 'payroll' | 'currency'
  branch_code: string
  number: string
  currency: 'XOF' | 'EUR'
  status: 'active' | 'user_pending' | 'blocked' | 'closed'
  /** The current balance, in the minor unit of its currency. */
  balance: number
  overdraft: number
  /** The age of the account in days. */
  age: number
}

export type DemoMembership = {
  login: string
  account: string
  rights: readonly Right[]
  capabilities: readonly Capability[]
}

export const demoCustomers: DemoCustomer[] = [
  { key: 'awa', name: 'Awa Ndiaye', kind: 'individual', address: 'Villa 218, Sicap Liberté 6\nBP 15480\nDakar' },
  { key: 'cheikh', name: 'Cheikh Diatta', kind: 'individual', address: 'Pavillon B, Cité universitaire\nZiguinchor' },
  {
    key: 'aminata',
    name: 'Aminata Sow-Lefort',
    kind: 'individual',
    address: 'Immeuble Fann Résidence, appartement 12\nRoute de la Corniche\nDakar',
  },
  { key: 'moustapha', name: 'Moustapha Thiam', kind: 'individual', address: 'Quartier Escale\nRue 12 x 7\nThiès' },
  {
    key: 'sine-agro',
    name: 'Sine Agro Négoce SA',
    kind: 'company',
    address: 'Zone industrielle, lot 44\nBP 2310\nKaolack',
  },
  { key: 'jappo', name: 'Groupement Jappo de Joal', kind: 'company', address: 'Quai de pêche\nJoal-Fadiouth' },
  {
    key: 'karabane',
    name: 'Holding Karabane SA',
    kind: 'company',
    address: 'Immeuble Karabane, 4e étage\n27, avenue des Baobabs\nDakar',
  },
  {
    key: 'gandiol',
    name: 'Comptoir du Gandiol SA',
    kind: 'company',
    address: 'Quai Nord, entrepôt 7\nBP 418\nSaint-Louis',
  },
  { key: 'marietou', name: 'Mariétou Sagna', kind: 'individual', address: 'Cité Keur Gorgui, villa 9\nDakar' },
  { key: 'alioune', name: 'Alioune Badara Dramé', kind: 'individual', address: 'Sud Stade, lot 301\nSaint-Louis' },
  { key: 'rokhaya', name: 'Rokhaya Camara', kind: 'individual', address: 'Grand Mbour, villa 77\nMbour' },
]

const user = (login: string, first_name: string, last_name: string, phone: string, email: string): DemoUser => ({
  login,
  first_name,
  last_name,
  // Stored in E.164, as in the portal.
  phone: phone.replaceAll(' ', ''),
  email: `${email}.example`,
})

export const demoUsers: DemoUser[] = [
  user('10000001', 'Awa', 'Ndiaye', '+221 77 000 00 01', 'awa.ndiaye@courrier'),
  user('10000002', 'Cheikh', 'Diatta', '+221 78 000 00 02', 'cheikh.diatta@etudiants'),
  user('10000003', 'Aminata', 'Sow-Lefort', '+221 76 000 00 03', 'aminata.sow-lefort@courrier'),
  user('10000004', 'Moustapha', 'Thiam', '+221 70 000 00 04', 'moustapha.thiam@courrier'),
  user('20000001', 'Fatou', 'Diagne', '+221 77 000 00 21', 'fatou.diagne@sine-agro'),
  user('20000002', 'Ibrahima', 'Mané', '+221 77 000 00 22', 'ibrahima.mane@sine-agro'),
  user('20000003', 'Khady', 'Badji', '+221 77 000 00 23', 'khady.badji@sine-agro'),
  user('20000005', 'Adama', 'Sané', '+221 77 000 00 25', 'adama.sane@sine-agro'),
  user('20000004', 'Groupement', 'Jappo de Joal', '+221 75 000 00 24', 'bureau@jappo-joal'),
  user('20000006', 'Aïda', 'Faye', '+221 77 000 00 26', 'aida.faye@comptoir-gandiol'),
  user('20000007', 'Malick', 'Seck', '+221 77 000 00 27', 'malick.seck@comptoir-gandiol'),
  user('30000001', 'Ndèye Coumba', 'Tine', '+221 77 000 00 31', 'ndeye-coumba.tine@karabane'),
  user('90000001', 'Pape Malick', 'Niang', '+221 76 000 00 91', 'pape-malick.niang@courrier'),
  user('90000002', 'Mariétou', 'Sagna', '+221 78 000 00 92', 'marietou.sagna@courrier'),
  // The first sign-in: the demo password is a temporary one that this user must replace.
  {
    ...user('90000003', 'Alioune Badara', 'Dramé', '+221 70 000 00 93', 'alioune.drame@courrier'),
    must_change_password: true,
  },
  user('90000004', 'Rokhaya', 'Camara', '+221 75 000 00 94', 'rokhaya.camara@courrier'),
]

const inFrancs = { currency: 'XOF', status: 'active', overdraft: 0, age: 420 } as const
const checking = { ...inFrancs, label: 'Compte de chèques', kind: 'checking' } as const
const current = { ...inFrancs, label: 'Compte courant', kind: 'current' } as const

/** Older than 36 months: as many statements are found. */
const GANDIOL_AGE = 1_140

export const demoAccounts: DemoAccount[] = [
  { ...checking, key: 'awa', customer: 'awa', branch_code: '01003', number: '100001101001', balance: 1_284_650 },
  {
    ...inFrancs,
    key: 'awa-savings',
    customer: 'awa',
    label: 'Compte d’épargne',
    kind: 'savings',
    branch_code: '01003',
    number: '100001201001',
    balance: 3_750_000,
  },
  { ...checking, key: 'cheikh', customer: 'cheikh', branch_code: '05001', number: '100002101001', balance: 18_425 },
  {
    ...checking,
    key: 'aminata',
    customer: 'aminata',
    branch_code: '01002',
    number: '100003101001',
    balance: 5_630_000,
  },
  {
    ...inFrancs,
    key: 'aminata-euro',
    customer: 'aminata',
    label: 'Compte en devises EUR',
    kind: 'currency',
    branch_code: '01002',
    number: '100003301001',
    currency: 'EUR',
    balance: 845_000,
  },
  {
    ...checking,
    key: 'moustapha',
    customer: 'moustapha',
    branch_code: '02001',
    number: '100045101001',
    balance: 1_845_300,
  },
  {
    ...current,
    key: 'sine-agro',
    customer: 'sine-agro',
    branch_code: '04001',
    number: '200001102001',
    balance: 48_215_300,
  },
  {
    ...inFrancs,
    key: 'sine-agro-payroll',
    customer: 'sine-agro',
    label: 'Compte salaires',
    kind: 'payroll',
    branch_code: '04001',
    number: '200001102002',
    balance: 12_000_000,
  },
  {
    ...current,
    key: 'jappo',
    customer: 'jappo',
    branch_code: '02002',
    number: '200004102001',
    balance: -325_400,
    overdraft: 350_000,
  },
  {
    ...current,
    key: 'gandiol',
    customer: 'gandiol',
    branch_code: '03001',
    number: '200006102001',
    balance: 96_480_000,
    age: GANDIOL_AGE,
  },
  {
    ...current,
    key: 'gandiol-reserve',
    customer: 'gandiol',
    label: 'Compte de réserve',
    branch_code: '03001',
    number: '200006102002',
    balance: 8_000_000,
  },
  {
    ...checking,
    key: 'marietou',
    customer: 'marietou',
    branch_code: '02001',
    number: '900002101001',
    status: 'user_pending',
    balance: 0,
    age: 3,
  },
  {
    ...checking,
    key: 'alioune',
    customer: 'alioune',
    branch_code: '08001',
    number: '900003101001',
    balance: 250_000,
    age: 24,
  },
  {
    ...checking,
    key: 'rokhaya',
    customer: 'rokhaya',
    branch_code: '01006',
    number: '900004101001',
    status: 'blocked',
    balance: 75_200,
  },
]

const only = (...list: Right[]) => list
const holder = { rights, capabilities }
const maker = inOrder(roles.maker)
const reader = inOrder(roles.viewer)
/** Prepares the salaries: the lines of confidential batches are visible to her on the account that pays them. */
const payrollMaker = { rights: maker.rights, capabilities: [...maker.capabilities, 'batch.confidential'] } as const
/** Also registers mandates, which another person confirms. */
const makerOfMandates = { rights: maker.rights, capabilities: [...maker.capabilities, 'mandate.manage'] } as const
/** A checker who also administers access: with two of them, an escalation of rights waits for the other. */
const director = { rights, capabilities: [...roles.checker.capabilities, 'access.admin', 'audit.read'] } as const

/** The first account of a user in this list is the one that opens after sign-in. */
export const demoMemberships: DemoMembership[] = [
  { login: '10000001', account: 'awa', ...holder },
  {
    login: '10000001',
    account: 'awa-savings',
    ...holder,
    rights: rights.filter((right) => right !== 'dat' && right !== 'credits'),
  },
  {
    login: '10000002',
    account: 'cheikh',
    rights: only('dashboard', 'operations', 'inbox', 'rib', 'payment-methods'),
    capabilities: ['topup', 'chequebook.order', 'message.send'],
  },
  { login: '10000003', account: 'aminata', ...holder },
  { login: '10000003', account: 'aminata-euro', ...holder },
  { login: '10000004', account: 'moustapha', ...holder },
  { login: '20000001', account: 'sine-agro', ...maker },
  { login: '20000001', account: 'sine-agro-payroll', ...payrollMaker },
  { login: '20000002', account: 'sine-agro', ...director },
  { login: '20000002', account: 'sine-agro-payroll', ...director },
  { login: '20000005', account: 'sine-agro', ...director },
  { login: '20000005', account: 'sine-agro-payroll', ...director },
  { login: '20000003', account: 'sine-agro', ...reader },
  { login: '20000003', account: 'sine-agro-payroll', ...reader },
  { login: '20000004', account: 'jappo', ...holder },
  { login: '20000006', account: 'gandiol', ...makerOfMandates },
  { login: '20000006', account: 'gandiol-reserve', ...maker },
  { login: '20000007', account: 'gandiol', ...director },
  { login: '20000007', account: 'gandiol-reserve', ...director },
  { login: '90000002', account: 'marietou', rights: [], capabilities: [] },
  { login: '90000003', account: 'alioune', ...holder },
  { login: '90000004', account: 'rokhaya', rights: only('dashboard', 'operations', 'rib'), capabilities: [] },
]
