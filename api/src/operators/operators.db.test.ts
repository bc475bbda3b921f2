import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { listAuditEvents } from 'contract/access/audit.ts'
import { getUser } from 'contract/access/session.ts'
import { createTransfer } from 'contract/transfers/transfers.ts'
import { orderChequebook } from 'contract/products/chequebooks.ts'
import { requestOfDeposit } from 'contract/products/deposits.ts'
import { getExchangeRates } from 'contract/accounts/exchange-rates.ts'
import { getMessage, writeMessage } from 'contract/accounts/messages.ts'
import { migrate } from 'database/migrate.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endStaleAuthorisations } from '../domains/operations/card-authorisations.ts'
import { openDesk, type OperatorDesk } from '../../test/operator-desk.ts'
import { openTestBank, type TestBank } from '../../test/test-bank.ts'
import { recordEvents } from '../domains/audit/audit-store.ts'
import { runDueTransfers } from '../domains/transfer-execution/run-transfers.ts'
import { linkEvents } from '../domains/audit/audit-chain-store.ts'
import { verifyAuditChain } from '../domains/audit/verify-audit-chain.ts'
import { dbOver, openPool } from '../db/sql.ts'
import { auditLedger } from '../ledger/ledger-audit.ts'
import { newId } from '../adapters/ids.ts'
import { isEmbedded } from './backup-store.ts'
import { writeBank } from './bank-file-store.ts'
import type { OperatorPorts } from './command.ts'
import { boundsOf } from './parameter-bounds.ts'
import { exitCodes, operatorOf, runConnect, type Said } from './run-connect.ts'

let bank: TestBank
let desk: OperatorDesk
let folder: string
beforeAll(async () => {
  bank = await openTestBank()
  desk = await openDesk(bank)
  folder = desk.folder
})
afterAll(async () => {
  await desk.close()
  await bank.close()
})

const ports = () => desk.ports()
const connect = (...args: string[]) => desk.connect(...args)
const done = (...args: string[]) => desk.done(...args)
const file = async (name: string, content: string) => {
  await writeFile(join(folder, name), content)
  return join(folder, name)
}
const auditLog = async (action: string) =>
  (
    await bank.owner.query<{ operator: string; facts: Record<string, unknown>; account_id: string }>(
      'SELECT operator, facts, account_id FROM audit_events WHERE action = $1 ORDER BY at DESC, id DESC',
      [action],
    )
  ).rows
const booked = async (accountId: string) =>
  Number(
    (await bank.owner.query<{ booked: string }>('SELECT booked FROM ledger_accounts WHERE id = $1', [accountId]))
      .rows[0]?.booked,
  )
const entries = async () =>
  Number((await bank.owner.query<{ count: string }>('SELECT count(*) FROM ledger_entries')).rows[0]?.count)

describe('the command line', () => {
  it('prints its commands and their options without a database', async () => {
    const closed = () => Promise.reject(new Error('no database is wanted'))
    expect((await runConnect([], closed)).out).toContain('operations post')
    const all = await runConnect(['--help'], closed)
    expect(all.code).toBe(exitCodes.done)
    const subjects = [...all.out.matchAll(/^ {2}([a-z][a-z-]*) [a-z]/gm)].map(([, subject]) => subject)
    expect(subjects.length).toBeGreaterThan(80)
    expect(subjects.filter((subject, index) => subject !== subjects[index - 1])).toEqual([...new Set(subjects)])
    expect((await runConnect(['rights', 'give', '--help'], closed)).out).toContain(
      'connect rights give <login> <account> [--role',
    )
    expect(await runConnect(['dance'], closed)).toMatchObject({
      code: exitCodes.usage,
      err: expect.stringContaining('no command dance'),
    })
    expect((await runConnect(['users', 'list', '--colour'], closed)).code).toBe(exitCodes.usage)
    expect((await runConnect(['users'], closed)).err).toBe(
      'users is followed by one of create, list, show, link, change, lock.\n',
    )
    expect((await runConnect(['--as', 'Mariama Faye', 'users', 'show', '--help'], closed)).out).toContain(
      'connect users show <login>',
    )
    expect((await runConnect(['--as', 'Mariama Faye'], closed)).code).toBe(exitCodes.usage)
    expect((await runConnect(['--help', 'users'], closed)).out).toContain('operations post')
    expect((await runConnect(['accounts', 'show'], closed)).err).toContain('requires <account>')
  })

  it('reads the operator’s name from --as, the environment or the operating system’s user', () => {
    expect(operatorOf(['users', 'list', '--as', 'Awa'], { CONNECT_OPERATOR: 'Binta' }, 'root')).toBe('Awa')
    expect(operatorOf(['--as=Awa'], {}, 'root')).toBe('Awa')
    expect(operatorOf([], { CONNECT_OPERATOR: 'Binta' }, 'root')).toBe('Binta')
    expect(operatorOf([], {}, 'root')).toBe('root')
    expect(operatorOf(['--as', ' '], { CONNECT_OPERATOR: '' }, 'root')).toBe('root')
    expect(operatorOf(['--as', 'x'.repeat(80)], {}, 'root').length).toBe(64)
  })

  it('has more database rights than the server, but not all', async () => {
    const statement = (text: string) => Object.assign([text], { raw: [text] })
    const insert = "INSERT INTO customers (id, kind, name) VALUES (gen_random_uuid(), 'company', 'Essai')"
    await expect(bank.db(statement(insert))).rejects.toThrow(/permission denied/)
    await expect(ports().db(statement(insert))).resolves.toEqual([])
    await expect(ports().db(statement('DELETE FROM audit_events'))).rejects.toThrow(/permission denied/)
    await expect(ports().db(statement('UPDATE ledger_accounts SET booked = 1'))).rejects.toThrow(/permission denied/)
  })
})

describe('customers, people, accounts and rights', () => {
  it('creates a customer, an account and a user with rights, each recorded in the audit log with the operator’s name', async () => {
    const [customer] = (await done('customers', 'create', '--kind', 'company', '--name', 'Coopérative Ndar')).rows
    const id = String(customer?.['id'])
    const [account] = (
      await done(
        'accounts',
        'open',
        '--customer',
        id,
        '--branch',
        '01003',
        '--label',
        'Compte courant',
        '--kind',
        'current',
        '--overdraft',
        '50000',
      )
    ).rows
    expect(account).toMatchObject({
      currency: 'XOF',
      status: 'active',
      booked: 0,
      iban: expect.stringMatching(/^SN\d{2}SN99901003\d{14}$/),
    })
    const { rows, said } = await done(
      'users',
      'create',
      '--first-name',
      'Khady',
      '--last-name',
      'Badji',
      '--email',
      'khady@ndar.example',
      '--phone',
      '+221771234567',
    )
    const login = String(rows[0]?.['login'])
    expect(said).toContain('khady@ndar.example')
    await done('rights', 'give', login, String(account?.['iban']), '--role', 'holder')
    await done(
      'rights',
      'give',
      login,
      String(account?.['number']),
      '--rights',
      'operations,transfers',
      '--capabilities',
      'transfer.create',
    )
    expect((await done('rights', 'list', String(account?.['id']))).rows).toEqual([
      { login, name: 'Khady Badji', rights: 'operations,transfers', capabilities: 'transfer.create' },
    ])
    expect((await auditLog('account.grant'))[0]).toMatchObject({
      operator: 'Mariama Faye',
      account_id: account?.['id'],
      facts: {
        after: { rights: ['operations', 'transfers'] },
        before: { capabilities: expect.arrayContaining(['access.admin']) },
      },
    })
    for (const action of ['customer.create', 'account.open', 'user.create'])
      expect((await auditLog(action))[0]?.operator).toBe('Mariama Faye')
    const { rows: mails } = await bank.owner.query("SELECT FROM mails WHERE recipient = 'khady@ndar.example'")
    expect(mails.length).toBe(1)
    await done('users', 'link', login)
    expect((await done('customers', 'list', '--search', 'cooperative')).rows).toMatchObject([{ id, accounts: 1 }])
    await done('customers', 'address', id, '--address', 'Quai Nord, BP 12, Saint-Louis')
    const { rows: changed } = await bank.owner.query('SELECT address FROM customers WHERE id = $1', [id])
    expect(changed).toEqual([{ address: 'Quai Nord\nBP 12\nSaint-Louis' }])
    expect((await done('customers', 'show', id)).rows).toMatchObject([{ iban: account?.['iban'] }])
    expect((await done('users', 'list', '--search', 'badji')).rows).toMatchObject([{ login, has_password: false }])
    expect((await done('users', 'show', login)).rows).toMatchObject([
      { iban: account?.['iban'], customer: 'Coopérative Ndar' },
    ])
    const acts = (await done('audit-log', 'list', '--operator', 'Mariama Faye', '--day', '2026-03-10')).rows
    expect(acts).toContainEqual(
      expect.objectContaining({ operator: 'Mariama Faye', action: 'account.open', account: account?.['iban'] }),
    )
    expect((await done('audit-log', 'list', '--operator', 'Personne')).rows).toEqual([])
    expect(
      JSON.parse((await connect('--json', '--as=Mariama Faye', 'users', 'list', '--search', 'badji')).out),
    ).toMatchObject({
      rows: [{ login }],
    })
    await done('rights', 'take', login, String(account?.['iban']))
    expect((await connect('rights', 'take', login, String(account?.['iban']))).code).toBe(exitCodes.refused)
  })

  it.each([
    [['customers', 'create', '--kind', 'club', '--name', 'X'], exitCodes.usage, '--kind'],
    [['customers', 'create', '--kind', 'company'], exitCodes.usage, '--name is missing'],
    [['customers', 'show', 'nobody'], exitCodes.usage, 'Identifier not valid'],
    [['accounts', 'show', 'SN00'], exitCodes.refused, 'there is no account SN00'],
    [['rights', 'give', '12345678', 'SN00', '--role', 'king'], exitCodes.usage, '--role'],
    [
      ['rights', 'give', '12345678', 'SN00', '--rights', 'operations', '--capabilities', 'transfer.create'],
      exitCodes.refused,
      'its section',
    ],
    [
      ['users', 'create', '--first-name', 'A', '--last-name', 'B', '--email', 'a@b'],
      exitCodes.usage,
      'email address is not valid',
    ],
  ])('refuses %j with a message', async (args, code, labels) => {
    const said = await connect(...args)
    expect([said.code, said.out]).toEqual([code, ''])
    expect(said.err).toContain(labels)
  })
})

describe('errors of the database', () => {
  const over = async (url: string, operator: string | null, ...args: string[]) => {
    const other = openPool(url, { size: 1, onError: () => undefined, operator })
    const said = await runConnect(args, async () => ({ ...ports(), db: dbOver(other) }))
    await other.end()
    return said
  }

  it('explains an unreachable database, a refused login and a missing permission', async () => {
    const missing = new URL(bank.url)
    missing.pathname = '/no_such_database'
    const said = [
      await over('postgresql://nobody:a-secret@127.0.0.1:1/connect', null, 'customers', 'list'),
      await over(missing.href, null, 'customers', 'list'),
      await over(
        bank.url,
        null,
        'branches',
        'publish',
        await file('one.csv', `code;name;address;phone;opening_hours_fr;opening_hours_en\n01009;A;B;C;D;E\nEND;1`),
      ),
    ]
    expect(said.map(({ code }) => code)).toEqual([exitCodes.error, exitCodes.error, exitCodes.error])
    expect(said[0]?.err).toBe('The database cannot be reached (ECONNREFUSED): nothing was done.\n')
    expect(said[1]?.err).toMatch(/^The database refuses the login of DATABASE_URL: .*no_such_database.*\.\n$/)
    expect(said[2]?.err).toMatch(/^This database login lacks a permission: permission denied.*\.\n$/)
  })

  it('explains why a backup cannot be written', async () => {
    const { code, err } = await connect('bank', 'backup', join(folder, 'nowhere', 'bank.backup'))
    expect([code, err]).toEqual([exitCodes.refused, expect.stringContaining('cannot be written (ENOENT)')])
  })

  it.each([
    [['accounts', 'open', '--help'], '[--currency XOF|EUR]'],
    [['audit-log', 'verify', '--help'], '[--head <number>:<hash>]'],
  ])('marks optional options in the help: %j', async (args, labels) => {
    expect((await connect(...args)).out).toContain(labels)
  })

  it.each([
    ['credits', 'open', 'SN00', '--first', '9999-12-05'],
    ['audit-log', 'list', '--day', '0000-01-01'],
    ['audit-log', 'list', '--day', '-1'],
  ])('refuses days outside the bank’s calendar: %j', async (...args) => {
    const { code, err } = await connect(...args)
    expect([code, err]).not.toEqual([exitCodes.error, expect.anything()])
    expect(err).not.toContain('..\n')
  })
})

describe('importing operations from a file', () => {
  const csv = (lines: readonly string[], sum: number) =>
    `account;value_date;amount;type;label;counterparty;reference\r\n${lines.join('\r\n')}\r\nEND;${lines.length};${sum}\r\n`

  it('books every line once; the same file again changes nothing', async () => {
    const awa = await bank.aCustomer({ balance: 10_000 })
    const path = await file(
      'day.csv',
      csv(
        [
          `${awa.iban};2026-03-09;-2500;card;"ACHAT ""AUCHAN"" DAKAR";AUCHAN;C-1`,
          `${awa.iban};2026-03-10;40000;transfer_in;SALAIRE;SENELEC;S-9`,
        ],
        37_500,
      ),
    )
    const before = await entries()
    expect((await done('operations', 'post', path)).rows).toEqual([
      { format: 'csv', lines: 2, accounts: 1, posted: true },
    ])
    const [again, twice] = await Promise.all([done('operations', 'post', path), done('operations', 'post', path)])
    expect([again.rows[0]?.['posted'], twice.rows[0]?.['posted']]).toEqual([false, false])
    expect([await booked(awa.account_id), (await entries()) - before]).toEqual([47_500, 4])
    expect((await auditLog('operations.post'))[0]).toMatchObject({
      operator: 'Mariama Faye',
      account_id: awa.account_id,
      facts: { operations: 2, file_name: 'day.csv' },
    })
    const { body } = await awa.call(listAuditEvents, { query: { action: 'operations.post' } })
    expect(body).toMatchObject([
      { by: null, details: expect.arrayContaining([{ name: 'Fichier', before: null, after: 'day.csv' }]) },
    ])
  })

  it('books the TAF of fees separately, and books taxes of customers through the clearing', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    const taxed = (...lines: string[]) => {
      const sum = lines.reduce((total, one) => total + Number(one.split(';')[2]), 0)
      const head = 'account;value_date;amount;type;label;counterparty;reference;tax'
      return file(`taxed-${newId()}.csv`, `${head}\r\n${lines.join('\r\n')}\r\nEND;${lines.length};${sum}\r\n`)
    }
    const internalBalance = async (code: string) => {
      const { rows } = await bank.owner.query<{ sum: string | null }>(
        'SELECT sum(e.amount) AS sum FROM ledger_accounts a JOIN ledger_entries e ON e.account_id = a.id WHERE a.code = $1',
        [`${code}:XOF`],
      )
      return Number(rows[0]?.sum)
    }
    const stand = async () =>
      [await internalBalance('fees'), await internalBalance('taf'), await internalBalance('clearing')] as const
    const [fees, taf, clearing] = await stand()
    const line = (amount: number, type: string, tax: string) =>
      `${awa.iban};2026-03-10;${amount};${type};LIGNE;;;${tax}`
    await done('operations', 'post', await taxed(line(-585, 'fee', '85'), line(-20_000, 'tax', '')))
    expect(await stand()).toEqual([fees + 500, taf + 85, clearing + 20_000])
    expect(await booked(awa.account_id)).toBe(100_000 - 20_585)
    const { rows } = await bank.owner.query(
      `SELECT amount::int, vat_rate::int, vat_amount::int FROM ledger_entries WHERE account_id = $1 AND label = 'LIGNE' ORDER BY amount`,
      [awa.account_id],
    )
    expect(rows).toEqual([
      { amount: -20_000, vat_rate: null, vat_amount: null },
      { amount: -585, vat_rate: 17, vat_amount: 85 },
    ])
    for (const wrong of [
      line(-585, 'fee', '84'),
      line(-585, 'fee', '-85'),
      line(-585, 'card', '85'),
      line(585, 'fee', '85'),
    ])
      expect((await connect('operations', 'post', await taxed(wrong))).err).toContain('line 2')
    expect(await stand()).toEqual([fees + 500, taf + 85, clearing + 20_000])
  })

  it('takes the tax on a transfer to a wallet, beside its amount', async () => {
    const awa = await bank.aCustomer({ balance: 1_000_000 })
    const collected = async () =>
      (
        await bank.owner.query<{ booked: number }>(
          "SELECT coalesce(sum(e.amount), 0)::int AS booked FROM ledger_accounts a JOIN ledger_entries e ON e.account_id = a.id WHERE a.code = 'tta:XOF'",
        )
      ).rows[0]?.booked ?? 0
    const before = await collected()
    const wallet = (amount: number, number: string) =>
      `${awa.iban};2026-03-10;${amount};wallet_transfer;TRANSFERT VERS PORTEFEUILLE MOBILE ${number};;`
    const posted = (...lines: string[]) => {
      const sum = lines.reduce((total, one) => total + Number(one.split(';')[2]), 0)
      const head = 'account;value_date;amount;type;label;counterparty;reference'
      return file(`wallets-${newId()}.csv`, `${head}\n${lines.join('\n')}\nEND;${lines.length};${sum}\n`)
    }
    await done('operations', 'post', await posted(wallet(-25_500, '780000084'), wallet(-500_000, '780000085')))
    expect(await booked(awa.account_id)).toBe(1_000_000 - 25_500 - 128 - 500_000 - 2_000)
    expect((await collected()) - before).toBe(2_128)
    const { rows } = await bank.owner.query(
      `SELECT type, label, amount::int, vat_rate::float8, vat_amount::int FROM ledger_entries WHERE account_id = $1 AND label LIKE '%780000084' ORDER BY amount`,
      [awa.account_id],
    )
    const label = 'TRANSFERT VERS PORTEFEUILLE MOBILE 780000084'
    expect(rows).toEqual([
      { type: 'other', label, amount: -25_500, vat_rate: null, vat_amount: null },
      { type: 'tax', label: `TAXE ${label}`, amount: -128, vat_rate: 0.5, vat_amount: 128 },
    ])
    // The money for the amount is there, the tax is not: the file is refused.
    const all = await booked(awa.account_id)
    expect((await connect('operations', 'post', await posted(wallet(-all, '780000086')))).err).toContain('insufficient')
    expect(await booked(awa.account_id)).toBe(all)
  })

  it('holds the amount of an authorised card payment until it is booked or expires', async () => {
    const awa = await bank.aCustomer({ balance: 10_000 })
    const card = (day: string, amount: number, label: string, reference: string) =>
      `${awa.iban};${day};${amount};card;${label};;${reference}`
    const announced = await file(
      'auth.csv',
      csv([card('2026-03-10', -2_500, 'AUCHAN', 'A-1'), card('2026-03-10', -900, 'TOTAL', 'A-2')], -3_400),
    )
    const state = async () => {
      const { rows } = await bank.owner.query('SELECT booked::int, held::int FROM ledger_accounts WHERE id = $1', [
        awa.account_id,
      ])
      const { rows: upcoming } = await bank.owner.query(
        'SELECT label FROM intraday_operations WHERE account_id = $1 ORDER BY label',
        [awa.account_id],
      )
      const wrong = (await auditLedger(bank.db)).filter(({ errors }) => errors > 0)
      return { ...rows[0], upcoming: upcoming.map(({ label }) => label), wrong }
    }
    expect((await done('operations', 'announce', announced)).rows).toEqual([{ lines: 2, held: 2 }])
    expect((await done('operations', 'announce', announced)).rows).toEqual([{ lines: 2, held: 0 }])
    expect(await state()).toEqual({ booked: 10_000, held: 3_400, upcoming: ['AUCHAN', 'TOTAL'], wrong: [] })

    // The merchant presents another amount under the reference of the authorisation: the whole hold goes with it.
    await done(
      'operations',
      'post',
      await file('booked.csv', csv([card('2026-03-10', -2_400, 'AUCHAN DAKAR', 'A-1')], -2_400)),
    )
    expect(await state()).toEqual({ booked: 7_600, held: 900, upcoming: ['TOTAL'], wrong: [] })

    const before = bank.clock.at
    try {
      bank.clock.at = new Date('2026-03-17T12:00:00Z')
      expect(await endStaleAuthorisations(ports())).toBe(0)
      bank.clock.at = new Date('2026-03-18T12:00:00Z')
      expect(await endStaleAuthorisations(ports())).toBe(1)
    } finally {
      bank.clock.at = before
    }
    expect(await state()).toEqual({ booked: 7_600, held: 0, upcoming: [], wrong: [] })
  })

  it.each([
    ['insufficient funds', -20_000, 'card', 'A-9', 'insufficient funds'],
    ['a credit', 500, 'card', 'A-9', 'only card payments'],
    ['another kind of operation', -500, 'withdrawal', 'A-9', 'only card payments'],
    ['no reference', -500, 'card', '', 'the reference of the authorisation is missing'],
  ])('refuses every line of a file with %s', async (_, amount, type, reference, labels) => {
    const awa = await bank.aCustomer({ balance: 10_000 })
    const good = `${awa.iban};2026-03-10;-100;card;BON;;B-1`
    const path = await file(
      'wrong.csv',
      csv([good, `${awa.iban};2026-03-10;${amount};${type};ESSAI;;${reference}`], amount - 100),
    )
    const { code, err } = await connect('operations', 'announce', path)
    expect([code, err]).toEqual([exitCodes.refused, expect.stringContaining(labels)])
    const { rows } = await bank.owner.query('SELECT held::int FROM ledger_accounts WHERE id = $1', [awa.account_id])
    expect(rows[0]).toEqual({ held: 0 })
  })

  it('books a file once when two operators import it at the same time', async () => {
    const awa = await bank.aCustomer()
    const path = await file('race.csv', csv([`${awa.iban};2026-03-09;700;cash_deposit;VERSEMENT;;`], 700))
    const posted = (await Promise.all([1, 2, 3].map(() => done('operations', 'post', path)))).map(
      ({ rows }) => rows[0]?.['posted'],
    )
    expect(posted.filter(Boolean).length).toBe(1)
    expect(await booked(awa.account_id)).toBe(700)
  })

  it('books nothing from a truncated file, or from one with an invalid line', async () => {
    const awa = await bank.aCustomer({ balance: 1_000 })
    const whole = csv(
      [1, 2, 3].map((index) => `${awa.iban};2026-03-09;${index * 100};transfer_in;VIREMENT ${index};;`),
      600,
    )
    const before = await entries()
    for (let length = whole.length - 3; length > 0; length -= 7) {
      const said = await connect('operations', 'post', await file('cut.csv', whole.slice(0, length)))
      expect([length, said.code]).toEqual([length, exitCodes.refused])
    }
    const wrong: [string, number, string][] = [
      [
        `${awa.iban};2026-03-09;100;transfer_in;BON;;\r\nSN00;2026-03-09;100;transfer_in;X;;`,
        200,
        'line 3: there is no account SN00',
      ],
      [
        `${awa.iban};2026-03-09;100;transfer_in;BON;;\r\n${awa.iban};2026-03-09;-1200;card;TROP;;`,
        -1_100,
        'line 3: insufficient funds',
      ],
      [`${awa.iban};2026-02-30;100;transfer_in;X;;`, 100, 'is not a date'],
      [`${awa.iban};0000-01-01;100;transfer_in;X;;`, 100, 'more than a year away'],
      [`${awa.iban};9999-12-31;100;transfer_in;X;;`, 100, 'more than a year away'],
      [`${awa.iban};2026-03-09;100;transfer_in;\u001B[31mROUGE;;`, 100, 'contains invisible characters'],
      [`${awa.iban};2026-03-09;100;transfer_in;X;ECNEDISER\u202E;`, 100, 'contains invisible characters'],
      [`${awa.iban};2026-03-09;0;transfer_in;X;;`, 0, 'is not an amount'],
      [`${awa.iban};2026-03-09;10.5;transfer_in;X;;`, 10.5, 'is not an amount'],
      [`${awa.iban};2026-03-09;100;bribe;X;;`, 100, 'the type bribe'],
      [`${awa.iban};2026-03-09;100;card;;;`, 100, 'a text is missing'],
    ]
    for (const [lines, sum, labels] of wrong) {
      const said = await connect('operations', 'post', await file('wrong.csv', csv(lines.split('\r\n'), sum)))
      expect([said.code, said.err]).toEqual([exitCodes.refused, expect.stringContaining(labels)])
    }
    const changed = whole.replace(';200;', ';900;')
    expect((await connect('operations', 'post', await file('changed.csv', changed))).err).toContain(
      'control line does not match',
    )
    expect([await entries(), await booked(awa.account_id)]).toEqual([before, 1_000])
    expect((await connect('operations', 'post', join(folder, 'nowhere.csv'))).err).toContain('cannot be read (ENOENT)')
  })

  it('books ten thousand lines at once, and refuses one more', async () => {
    const awa = await bank.aCustomer()
    const many = (count: number) =>
      csv(
        Array.from({ length: count }, (_, index) => `${awa.iban};2026-03-09;1;transfer_in;VIREMENT ${index};;`),
        count,
      )
    expect((await connect('operations', 'post', await file('too-many.csv', many(10_001)))).err).toContain(
      '10000 at the most',
    )
    expect((await done('operations', 'post', await file('many.csv', many(10_000)))).rows).toMatchObject([
      { lines: 10_000, posted: true },
    ])
    expect(await booked(awa.account_id)).toBe(10_000)
  })

  it('imports camt.053 in the account’s currency, and refuses a truncated file', async () => {
    const awa = await bank.aCustomer({ currency: 'EUR' })
    const entry = (amount: string, side: string, more = '') =>
      `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-09</Dt></BookgDt><ValDt><Dt>2026-03-09</Dt></ValDt>${more}</Ntry>`
    const details = `<BkTxCd><Prtry><Cd>transfer_in</Cd></Prtry></BkTxCd><NtryDtls><TxDtls><Refs><EndToEndId>E2E-7</EndToEndId></Refs><RltdPties><Dbtr><Nm>Société Générale</Nm></Dbtr></RltdPties><RmtInf><Ustrd>FACTURE 12</Ustrd></RmtInf></TxDtls></NtryDtls>`
    const xml = `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-03-09T20:00:00Z</CreDtTm></GrpHdr><Stmt><Id>1</Id><Acct><Id><IBAN>${awa.iban}</IBAN></Id></Acct>${entry('120.50', 'CRDT', details)}${entry('20.5', 'DBIT', '<AddtlNtryInf>FRAIS</AddtlNtryInf>')}</Stmt></BkToCstmrStmt></Document>`
    for (const length of [40, 300, xml.length - 12])
      expect((await connect('operations', 'post', await file('cut.xml', xml.slice(0, length)))).code).toBe(
        exitCodes.refused,
      )
    expect((await done('operations', 'post', await file('whole.xml', xml))).rows).toMatchObject([
      { format: 'camt053', lines: 2, posted: true },
    ])
    expect(await booked(awa.account_id)).toBe(10_000)
    const { rows } = await bank.owner.query(
      'SELECT type, label, counterparty, reference, amount FROM ledger_entries WHERE account_id = $1 ORDER BY seq',
      [awa.account_id],
    )
    expect(rows).toEqual([
      {
        type: 'transfer_in',
        label: 'FACTURE 12',
        counterparty: 'Société Générale',
        reference: 'E2E-7',
        amount: '12050',
      },
      { type: 'other', label: 'FRAIS', counterparty: null, reference: null, amount: '-2050' },
    ])
    const signed = xml.replace('>120.50<', '>-120.50<')
    expect((await connect('operations', 'post', await file('signed.xml', signed))).err).toContain('has no sign')
    const francs = xml.replaceAll('"EUR"', '"XOF"')
    expect((await connect('operations', 'post', await file('francs.xml', francs))).err).toContain('is held in EUR')
  })
})

describe('publishing reference data', () => {
  it('publishes rates, holidays and branches: the whole file or nothing', async () => {
    const of = (...lines: string[]) =>
      `currency;unit;buy;sell;transfer;fixed\n${lines.join('\n')}\nEND;${lines.length}\n`
    const dollar = 'USD;1;598.25;612.5;605;no'
    await done('rates', 'publish', await file('rates.csv', of(dollar, 'CNY;1;81;84;82.5;no')))
    for (const wrong of [
      'CHF;1;700;600;650;no',
      'GNF;100;6.9;7.2;7.05;no',
      'XOF;1;1;1;1;yes',
      'CHF;9999999999;1;1;1;no',
      'CHF;1;1;1;0;no',
    ])
      expect(
        (await connect('rates', 'publish', await file('wrong-rates.csv', of('GBP;1;760;780;770;no', wrong)))).err,
      ).toContain('line 3')
    expect(
      (
        await bank.owner.query(
          `SELECT currency FROM exchange_rates WHERE effective_at > '2020-01-01' ORDER BY currency`,
        )
      ).rows,
    ).toEqual([{ currency: 'CNY' }, { currency: 'USD' }])
    const { status, body } = await (await bank.aCustomer()).call(getExchangeRates, { query: {} })
    expect([status, body]).toMatchObject([
      200,
      { rates: [{ currency: 'EUR' }, { currency: 'CNY' }, { currency: 'USD' }] },
    ])
    expect((await auditLog('rates.publish'))[0]?.facts).toMatchObject({
      file_name: 'rates.csv',
      count: 2,
      after: [{ currency: 'USD' }, {}],
    })
    const holidays = (name: string) =>
      file(
        'holidays.csv',
        `day;name_fr;name_en;confirmed\n2026-05-01;${name};Labour Day;yes\n2026-05-27;Tabaski;Tabaski;no\nEND;2\n`,
      )
    await done('holidays', 'publish', await holidays('Fête'))
    await done('holidays', 'publish', await holidays('Fête du Travail'))
    expect(
      (await bank.owner.query("SELECT name_fr, is_confirmed FROM holidays WHERE day >= '2026-05-01' ORDER BY day"))
        .rows,
    ).toEqual([
      { name_fr: 'Fête du Travail', is_confirmed: true },
      { name_fr: 'Tabaski', is_confirmed: false },
    ])
    expect((await auditLog('holidays.publish')).map(({ facts }) => facts)).toContainEqual(
      expect.objectContaining({
        before: [expect.objectContaining({ name_fr: 'Fête' }), expect.objectContaining({ name_fr: 'Tabaski' })],
        after: [
          expect.objectContaining({ name_fr: 'Fête du Travail' }),
          expect.objectContaining({ name_fr: 'Tabaski' }),
        ],
      }),
    )
    const abroad = 'country;day;name_fr;name_en;confirmed\n'
    const regional = (...days: string[]) =>
      file('union.csv', `${abroad}${days.map((day) => `${day}\n`).join('')}END;${days.length}\n`)
    await done(
      'holidays',
      'publish',
      await regional(
        'CI;2026-08-07;Fête nationale;National Day;yes',
        'CI;2026-05-27;Tabaski;Tabaski;no',
        'SN;2026-04-04;Fête de l’Indépendance;Independence Day;yes',
        'ML;2026-05-27;Tabaski;Tabaski;no',
      ),
    )
    await done('holidays', 'publish', await regional('CI;2026-05-28;Tabaski;Tabaski;yes'))
    expect(
      (await bank.owner.query("SELECT country || ' ' || day AS day FROM foreign_holidays ORDER BY country, day")).rows,
    ).toEqual([{ day: 'CI 2026-05-28' }, { day: 'CI 2026-08-07' }, { day: 'ML 2026-05-27' }])
    expect((await bank.owner.query("SELECT name_en FROM holidays WHERE day = '2026-04-04'")).rows).toEqual([
      { name_en: 'Independence Day' },
    ])
    expect((await connect('holidays', 'publish', await regional('FR;2026-07-14;Fête;Day;yes'))).err).toContain(
      'line 2: country is not valid',
    )
    const feast = (day: string, name: string, confirmed: string) => `${day};${name};${name};${confirmed}\n`
    const feasts = (name: string, ...lines: string[]) =>
      file(name, `day;name_fr;name_en;confirmed\n${lines.join('')}END;${lines.length}\n`)
    const expected = [feast('2028-02-27', 'Korité', 'no'), feast('2028-02-28', 'Lendemain de la Korité', 'no')]
    await done('holidays', 'publish', await feasts('expected.csv', ...expected, feast('2028-03-10', 'Korité', 'no')))
    const moved = await done('holidays', 'publish', await feasts('announced.csv', feast('2028-02-26', 'Korité', 'yes')))
    expect(moved.said).toContain('Korité is no longer expected on 2028-02-27.')
    expect(
      (await bank.owner.query("SELECT day::text FROM holidays WHERE day >= '2028-01-01' ORDER BY day")).rows,
    ).toEqual([{ day: '2028-02-26' }, { day: '2028-03-10' }])
    expect((await auditLog('holidays.publish'))[0]?.facts.before).toMatchObject([
      { day: '2028-02-27' },
      { day: '2028-02-28' },
    ])
    const head = 'code;name;address;phone;opening_hours_fr;opening_hours_en'
    await done(
      'branches',
      'publish',
      await file(
        'branches.csv',
        `${head}\n01009;Kaolack;Avenue Van Vollenhoven;+221338000019;Lundi-vendredi 08:15-16:00;Monday-Friday 8:15 am-4:00 pm\nEND;1\n`,
      ),
    )
    expect((await connect('branches', 'publish', await file('half.csv', `${head}\n01010;Thiès\nEND;1`))).err).toContain(
      '6 cells are required',
    )
    expect((await auditLog('branches.publish'))[0]).toMatchObject({ operator: 'Mariama Faye', facts: { count: 1 } })
    const hours = 'Avenue Van Vollenhoven;+221338000019;Lundi-vendredi;Monday-Friday'
    const position = async (columns: string, cells: string) => {
      const content = `${head}${columns}\n01009;Kaolack;${hours}${cells}\nEND;1\n`
      const { code } = await connect('branches', 'publish', await file('placed.csv', content))
      const { rows } = await bank.owner.query(
        "SELECT latitude::float8 AS latitude, longitude::float8 AS longitude FROM branches WHERE code = '01009'",
      )
      return [code, rows[0]]
    }
    const place = { latitude: 14.147, longitude: -16.073 }
    const columns = ';latitude;longitude'
    expect(await position('', '')).toEqual([exitCodes.done, { latitude: null, longitude: null }])
    expect(await position(columns, ';14.147;-16.073')).toEqual([exitCodes.done, place])
    expect(await position('', '')).toEqual([exitCodes.done, place])
    for (const wrong of [';14.147;', ';91;0', ';14,1;-16', ';1e1;0'])
      expect(await position(columns, wrong)).toEqual([exitCodes.refused, place])
    expect(await position(columns, ';;')).toEqual([exitCodes.done, { latitude: null, longitude: null }])
  })

  it('publishes nothing from a truncated file', async () => {
    const whole = 'currency;unit;buy;sell;transfer;fixed\nMAD;1;60;62;61;no\nCAD;1;430;440;435;no\nEND;2\n'
    for (let length = whole.length - 2; length > 0; length -= 1) {
      const said = await connect('rates', 'publish', await file('cut-rates.csv', whole.slice(0, length)))
      expect([length, said.code]).toEqual([length, exitCodes.refused])
    }
    expect((await bank.owner.query("SELECT FROM exchange_rates WHERE currency IN ('MAD', 'CAD')")).rows).toEqual([])
  })
})

describe('messages, chequebooks, credits and deposits', () => {
  it('answers a message, and moves a chequebook through its allowed states only', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    const { body: message } = await awa.call(writeMessage, { body: { subject: 'Plafond', body: 'Bonjour' } })
    expect((await done('messages', 'list')).rows).toMatchObject([{ message: message.id, account: awa.account_id }])
    await done('messages', 'answer', message.id, '--text', 'Votre plafond est relevé.', '--sender', 'Ousmane Sarr')
    expect((await awa.call(getMessage, { params: { id: message.id } })).body.letters.at(-1)).toMatchObject({
      sender: 'Ousmane Sarr',
      body: 'Votre plafond est relevé.',
    })
    expect((await done('messages', 'list')).rows).toEqual([])
    expect((await auditLog('message.answer'))[0]?.operator).toBe('Mariama Faye')

    const ordered = await awa.confirm(orderChequebook, {
      body: { type: '25-crossed', quantity: 1, accepts_risk: false },
    })
    expect(ordered.status).toBe(201)
    const [waiting] = (await done('chequebooks', 'list')).rows
    expect(waiting?.['account']).toBe(awa.iban)
    const id = String(waiting?.['chequebook'])
    expect((await connect('chequebooks', 'move', id, '--to', 'delivered')).err).toContain('cannot move from')
    for (const to of ['in_production', 'available', 'delivered']) await done('chequebooks', 'move', id, '--to', to)
    expect((await auditLog('chequebook.move'))[0]).toMatchObject({
      operator: 'Mariama Faye',
      facts: { to: 'delivered' },
    })
    expect((await connect('chequebooks', 'move', id, '--to', 'refused')).code).toBe(exitCodes.usage)
    expect((await done('clearing', 'read')).rows).toEqual([{ answers: 0, collections: 0 }])
  })

  it('refuses a credit whose effective rate, with set-up fees, exceeds the usury rate', async () => {
    const awa = await bank.aCustomer()
    const open = (number: string, rate: string, ...more: string[]) =>
      connect(
        ...`credits open ${awa.iban} --number ${number} --type consumer --amount 600000 --rate ${rate} --count 12 --first 2027-04-05`.split(
          ' ',
        ),
        ...more,
      )
    const refused = async (teg: string, ...input: Parameters<typeof open>) =>
      expect(await open(...input)).toMatchObject({
        code: exitCodes.refused,
        err: `Refused: The overall effective rate (TEG) of this credit would be ${teg}, above the usury rate of 15.00%.\n`,
      })
    await refused('29.00%', '2600780', '29')
    await refused('17.90%', '2600780', '15', '--upfront', '9000')
    expect(await booked(awa.account_id)).toBe(0)
    expect((await open('2600780', '15')).code).toBe(exitCodes.done)
    await bank.owner.query("UPDATE parameters SET value = 1400 WHERE name = 'usury_rate'")
    expect((await open('2600781', '14.5')).err).toContain('of 14.00%')
    await bank.owner.query("UPDATE parameters SET value = 1500 WHERE name = 'usury_rate'")
    expect(await booked(awa.account_id)).toBe(600_000)
  })

  it('refuses amounts from which more follows than the ledger can store', async () => {
    const { iban } = await bank.aCustomer({ balance: Number.MAX_SAFE_INTEGER - 1 })
    const deposit = ['deposits', 'open', iban, '--number', 'D-LARGE', '--amount', '999999999999999', '--term', '120']
    const credit = ['credits', 'open', iban, '--number', 'C-LARGE', '--type', 'home', '--count', '2']
    for (const command of [
      [...deposit, '--rate', '99'],
      [...credit, '--amount', '999999', '--rate', '5', '--first', '2026-04-05'],
    ]) {
      const { code, err } = await connect(...command)
      expect([code, err]).toEqual([exitCodes.refused, expect.stringContaining('larger than the ledger can store')])
    }
  })

  it('opens a credit and a deposit, moves their money, and debits due instalments', async () => {
    const awa = await bank.aCustomer({ balance: 1_000_000 })
    await done(
      'credits',
      'open',
      awa.iban,
      '--number',
      '2600777',
      '--type',
      'consumer',
      '--amount',
      '600000',
      '--rate',
      '9.5',
      '--count',
      '12',
      '--first',
      '2026-04-05',
      '--purpose',
      'Moto',
    )
    expect(await booked(awa.account_id)).toBe(1_600_000)
    await done(
      'deposits',
      'open',
      awa.iban,
      '--number',
      '2026-0777',
      '--amount',
      '500000',
      '--rate',
      '5.25',
      '--term',
      '6',
      '--pledged',
    )
    expect(await booked(awa.account_id)).toBe(1_100_000)
    const { rows } = await bank.owner.query(
      "SELECT count(*)::int AS lines, sum(principal)::int AS principal FROM credit_lines l JOIN credits c ON c.id = l.credit_id WHERE c.number = '2600777'",
    )
    expect(rows).toEqual([{ lines: 12, principal: 600_000 }])
    expect(
      (
        await connect(
          'deposits',
          'open',
          awa.iban,
          '--number',
          '2026-0777',
          '--amount',
          '500',
          '--rate',
          '5',
          '--term',
          '6',
        )
      ).err,
    ).toContain('is taken')
    expect(
      (
        await connect(
          'deposits',
          'open',
          awa.iban,
          '--number',
          '2026-0778',
          '--amount',
          '5000000',
          '--rate',
          '5',
          '--term',
          '6',
        )
      ).err,
    ).toContain('Refused')
    expect(
      (
        await connect(
          'credits',
          'open',
          awa.iban,
          '--number',
          '2600778',
          '--type',
          'home',
          '--amount',
          '1',
          '--rate',
          '9',
          '--count',
          '2',
          '--first',
          '2026-03-10',
        )
      ).err,
    ).toContain('must be after today')
    expect(await booked(awa.account_id)).toBe(1_100_000)

    bank.clock.at = new Date('2026-04-07T18:00:00Z')
    const { rows: steps, said } = await done('day', 'close')
    const { rows: measured } = await bank.owner.query(
      "SELECT DISTINCT tablename FROM pg_stats WHERE inherited AND tablename IN ('ledger_entries', 'audit_events') ORDER BY 1",
    )
    expect(measured).toEqual([{ tablename: 'audit_events' }, { tablename: 'ledger_entries' }])
    const { rows: closedDays } = await bank.owner.query(
      'SELECT audited_at IS NOT NULL AS is_audited FROM ledger_closed_days',
    )
    expect(closedDays).toEqual([{ is_audited: true }])
    expect(steps).toContainEqual({ step: 'collect-instalments', done: 1 })
    expect(said).toMatch(/^2026-04-07 is closed\. Audit chain head: \d+:[0-9a-f]{64}$/)
    expect((await done('day', 'close')).rows).toContainEqual({ step: 'collect-instalments', done: 0 })
    const [closed] = await auditLog('day.close')
    expect(closed).toMatchObject({
      operator: 'Mariama Faye',
      facts: { day: '2026-04-07', wrong: [], head: { hash: expect.any(String) } },
    })
    bank.clock.at = new Date('2026-03-10T09:30:00Z')
  })
})

describe('ledger and audit log', () => {
  it('verifies both after all tests above, and reports an unknown chain head', async () => {
    expect((await auditLedger(bank.db)).filter(({ errors }) => errors > 0)).toEqual([])
    expect((await done('ledger', 'audit')).said).toBe('The ledger is correct.')
    expect((await done('audit-log', 'verify')).said).toBe('The audit log is complete and unchanged.')
    expect((await verifyAuditChain(bank.db)).filter(({ errors }) => errors > 0)).toEqual([])
    const other = await connect('audit-log', 'verify', '--head', `1:${'0'.repeat(64)}`)
    expect([other.code, other.out]).toEqual([exitCodes.refused, expect.stringContaining('Errors were found')])
    expect((await connect('audit-log', 'verify', '--head', 'yesterday')).code).toBe(exitCodes.usage)
  })

  it('reports a damaged ledger with a message and the exit code', async () => {
    const awa = await bank.aCustomer({ balance: 500 })
    await bank.owner.query('UPDATE ledger_accounts SET booked = booked + 1 WHERE id = $1', [awa.account_id])
    const said = await connect('ledger', 'audit')
    expect([said.code, said.out]).toEqual([
      exitCodes.refused,
      expect.stringContaining('a balance is the sum of its entries'),
    ])
    expect((await connect('day', 'close')).code).toBe(exitCodes.refused)
    await bank.owner.query('UPDATE ledger_accounts SET booked = booked - 1 WHERE id = $1', [awa.account_id])
  })
})

const actOf = ({ user_id, account_id }: { user_id: string; account_id: string }) => ({
  at: bank.clock.at,
  user_id,
  session_id: null,
  account_id,
  address: null,
  action: 'category.create' as const,
  subject_id: newId(),
  facts: {},
})

describe('refund claims', () => {
  it('are listed and answered once, recorded in the audit log with the operator’s name', async () => {
    const customer = await bank.aCustomer({ balance: 50_000 })
    const ids = ['019a0000-0000-7000-8000-00000000c1a1', '019a0000-0000-7000-8000-00000000c1a2']
    for (const id of ids)
      await bank.owner.query(
        `INSERT INTO collections (account_id, id, umr, creditor_name, creditor_id, scheme, sequence, amount, currency, due_date, label, reference,
                                  presented_at, status, settled_on, claimed_at)
         VALUES ($1, $2, 'RUM-7', 'Senelec', 'SN22ZZZ004812', 'core', 'recurrent', 9000, 'XOF', '2025-12-05', 'PRLV SENELEC', 'F-7',
                 '2025-12-01T08:00:00Z', 'executed', '2025-12-05', $3)`,
        [customer.account_id, id, bank.clock.at],
      )
    const [accepted = '', refused = ''] = ids
    expect((await done('claims', 'list')).rows.map(({ id, amount }) => [id, amount])).toEqual(
      ids.map((id) => [id, 9_000]),
    )
    expect((await done('claims', 'accept', accepted)).rows).toEqual([{ id: accepted, outcome: 'refunded' }])
    expect(await booked(customer.account_id)).toBe(59_000)
    expect((await connect('claims', 'accept', accepted)).code).toBe(exitCodes.refused)
    expect((await connect('claims', 'refuse', refused)).code).toBe(exitCodes.usage)
    expect((await done('claims', 'refuse', refused, '--reason', 'Mandat signé')).rows).toEqual([
      { id: refused, outcome: 'refused' },
    ])
    expect((await connect('claims', 'accept', refused)).err).toContain('answered before')
    expect(await booked(customer.account_id)).toBe(59_000)
    expect((await done('claims', 'list')).rows).toEqual([])
    expect(await auditLog('debit.claim_accept')).toMatchObject([
      { operator: 'Mariama Faye', account_id: customer.account_id },
    ])
    expect(await auditLog('debit.claim_refuse')).toMatchObject([
      { operator: 'Mariama Faye', facts: { reason: 'Mandat signé' } },
    ])
  })
})

describe('answers to creditors’ banks', () => {
  it('are written to the given folder once', async () => {
    const out = join(folder, 'answers')
    expect((await connect('debits', 'answers')).code).toBe(exitCodes.usage)
    await bank.owner.query(`
      INSERT INTO collection_messages (sender, message_id, content_hash, file_name, received_at) VALUES ('Senelec', 'M-1', '', 'm-1.xml', now());
      INSERT INTO collection_lines (sender, message_id, place, reference, amount, currency, due_date, obstacle)
      VALUES ('Senelec', 'M-1', 1, 'F-1', 5000, 'XOF', '2026-03-13', 'AC01')`)
    const { rows } = await done('debits', 'answers', '--out', out)
    expect(rows).toMatchObject([{ kind: 'pacs.002', message_id: 'M-1', lines: 1 }])
    expect((await stat(join(out, String(rows[0]?.['file'])))).size).toBeGreaterThan(500)
    expect((await done('debits', 'answers', '--out', out)).rows).toEqual([])
    expect(await auditLog('debit.answer')).toMatchObject([
      { operator: 'Mariama Faye', facts: { kind: 'pacs.002', message_id: 'M-1', lines: 1 } },
    ])
  })
})

describe('payments abroad', () => {
  it('are listed for the declaration, with their counter-value and code', async () => {
    const { account_id, customer_id } = await bank.aCustomer({ balance: 1_000_000 })
    const beneficiary_id = await bank.aBeneficiary(account_id, 'FR1420041010050500013M02606', 'Maison Delorme')
    const payer = (await bank.owner.query('SELECT name FROM customers WHERE id = $1', [customer_id])).rows[0] as {
      name: string
    }
    const visitor = await bank.aMember(account_id)
    const body = {
      type: 'direct' as const,
      amount: 50_000,
      currency: 'EUR' as const,
      label: 'Études',
      comment: null,
      beneficiary_id,
      purpose: 'studies' as const,
    }
    const order = await visitor.confirm(createTransfer, { body })
    expect(order.status).toBe(201)
    while ((await runDueTransfers({ db: bank.db, clock: { now: () => bank.clock.at } })) > 0);
    const day = bank.clock.at.toISOString().slice(0, 10)
    const { rows } = await done('payments', 'abroad', '--from', day, '--to', day)
    expect(rows).toMatchObject([
      {
        day,
        direction: 'out',
        reference: order.body.reference,
        customer: payer.name,
        other_party: 'Maison Delorme',
        country: 'FR',
        currency: 'EUR',
        amount: '500.00',
        counter_value: 327_979,
        purpose: 'studies',
        economic_code: '1Ab422',
        documents: 0,
        state: 'queued',
      },
    ])
    expect((await connect('payments', 'abroad', '--from', day, '--to', '2020-01-01')).code).toBe(exitCodes.usage)
  })
})

describe('requests about deposits', () => {
  it('are listed with their amount, and answered once', async () => {
    const saver = await bank.aCustomer({ balance: 1_000_000 })
    const [opened] = (
      await done(
        'deposits',
        'open',
        saver.iban,
        '--number',
        '2026-0880',
        '--amount',
        '600000',
        '--rate',
        '5',
        '--term',
        '12',
      )
    ).rows
    const id = String(opened?.['id'])
    const inputOf = async (kind: 'renew' | 'break') => {
      expect((await saver.confirm(requestOfDeposit, { params: { id }, body: { kind } })).status).toBe(204)
      const [input] = (await done('deposits', 'requests')).rows
      expect(input).toMatchObject({ deposit: '2026-0880', kind, amount: 600_000, account: saver.iban })
      return String(input?.['id'])
    }
    const renewal = await inputOf('renew')
    expect((await connect('deposits', 'accept', renewal)).err).toContain('a renewal requires --rate')
    expect((await connect('deposits', 'accept', renewal, '--with-interest')).code).toBe(exitCodes.usage)
    expect((await connect('deposits', 'refuse', renewal)).code).toBe(exitCodes.usage)
    expect((await done('deposits', 'refuse', renewal, '--reason', 'Offre close')).rows).toEqual([
      { id: renewal, outcome: 'refused' },
    ])
    expect((await connect('deposits', 'accept', renewal, '--rate', '4')).err).toContain('answered before')
    const agreed = await inputOf('renew')
    expect((await done('deposits', 'accept', agreed, '--rate', '4.25', '--with-interest')).said).toContain(
      'renewed at maturity',
    )
    const ending = await inputOf('break')
    expect((await connect('deposits', 'accept', ending, '--rate', '4')).err).toContain('a break does not allow')
    expect((await done('deposits', 'accept', ending)).rows).toEqual([{ id: ending, outcome: 'broken' }])
    expect((await connect('deposits', 'accept', ending)).code).toBe(exitCodes.refused)
    expect(await booked(saver.account_id)).toBe(1_000_000)
    expect((await done('deposits', 'requests')).rows).toEqual([])
    expect(await auditLog('deposit.accept')).toMatchObject([
      { operator: 'Mariama Faye', facts: { kind: 'break', returned: 600_000 } },
      { operator: 'Mariama Faye', facts: { kind: 'renew', rate: 4.25, adds_interest: true } },
    ])
  })
})

/** The major version of a program of PostgreSQL, 0 where it is not on this machine. */
function programVersion(program: string): number {
  try {
    return Number(/(\d+)\./.exec(execFileSync(program, ['--version']).toString())?.[1])
  } catch {
    return 0
  }
}

const restoredWhole = [
  '',
  exitCodes.done,
  expect.stringContaining('The bank was restored; the ledger and the audit log are correct.'),
]

describe('backup', () => {
  const copyName = `connect_copy_${process.pid}`
  const copyUrl = () => {
    const url = new URL(bank.url)
    url.pathname = `/${copyName}`
    return url.href
  }
  async function makeCopy() {
    await bank.owner.query(`CREATE DATABASE ${copyName}`)
    const client = new pg.Client({ connectionString: copyUrl() })
    client.on('error', () => undefined)
    await client.connect()
    await migrate(client)
    await client.end()
  }
  const dropCopy = () => bank.owner.query(`DROP DATABASE ${copyName} WITH (FORCE)`)
  /** The answer of the action where PostgreSQL's own programs are missing on the machine. */
  async function withoutPrograms<T>(act: () => Promise<T>): Promise<T> {
    const path = process.env['PATH']
    process.env['PATH'] = folder
    try {
      return await act()
    } finally {
      process.env['PATH'] = path
    }
  }
  /** Restores what `write` backed up while the bank was running into a copy, and compares it with the bank; answers the output of the restore. */
  async function holdsTheBank(
    write: () => Promise<void>,
    bring: (copy: () => Promise<OperatorPorts>) => Promise<Said>,
  ) {
    const awa = await bank.aCustomer({ balance: 4_200 })
    await bank.anAccount(awa.customer_id)
    const over = new AbortController()
    const acting = async () => {
      while (!over.signal.aborted)
        await recordEvents(bank.db, [{ ...actOf(awa), facts: { label: 'Pendant «\t\\ "la" \n sauvegarde' } }])
    }
    const last = newId()
    await recordEvents(bank.db, [{ ...actOf(awa), subject_id: last }])
    const acts = [acting(), acting()]
    await write().finally(() => over.abort())
    await Promise.all(acts)

    const copyPool = openPool(copyUrl(), { size: 2, onError: () => undefined, operator: 'Mariama Faye' })
    const copy = dbOver(copyPool)
    try {
      const said = await bring(async () => ({ ...ports(), db: copy, databaseUrl: copyUrl() }))
      expect(await copy`SELECT booked::int AS booked FROM ledger_accounts WHERE id = ${awa.account_id}`).toEqual([
        { booked: 4_200 },
      ])
      expect(await copy`SELECT action FROM audit_events WHERE subject_id = ${last}`).toEqual([
        { action: 'category.create' },
      ])
      const counts = (db: typeof copy) =>
        db`SELECT (SELECT count(*) FROM countries)::int AS countries, (SELECT count(*) FROM users)::int AS users`
      expect(await counts(copy)).toEqual(await counts(ports().db))
      // Every table was measured, so that no query is planned as if it were empty.
      expect(
        await copy`SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples = -1`,
      ).toEqual([])
      // New data continues after the restored data.
      await recordEvents(copy, [actOf(awa)])
      await linkEvents(copy, bank.clock.at)
      expect((await verifyAuditChain(copy)).map(({ errors }) => errors)).toEqual([0, 0, 0])
      return [said.err, said.code, said.out]
    } finally {
      await copyPool.end()
    }
  }

  it('in the own format contains everything committed before it, while the bank keeps running', async () => {
    const dump = join(folder, 'whole.dump')
    await makeCopy()
    try {
      const said = await withoutPrograms(() =>
        holdsTheBank(
          () => writeBank(bank.url, dump),
          (copy) => runConnect(['bank', 'restore', dump], copy),
        ),
      )
      expect(said).toEqual(restoredWhole)
    } finally {
      await dropCopy()
    }
  })

  it('needs no program for the embedded PostgreSQL; for a server it uses PostgreSQL’s programs, or names the missing one', async () => {
    const leftovers = async () => (await readdir(folder)).filter((name) => name.startsWith('made.dump'))
    const dump = join(folder, 'made.dump')
    const alone = await withoutPrograms(() => connect('bank', 'backup', dump))
    if (await isEmbedded(bank.url)) {
      expect([alone.code, alone.err]).toEqual([exitCodes.done, ''])
      return expect((await readFile(dump)).readUInt16BE()).toBe(0x1f8b)
    }
    expect([alone.code, alone.err]).toEqual([
      exitCodes.refused,
      expect.stringContaining('pg_dump is not found on this machine'),
    ])
    expect(await leftovers()).toEqual([])
    const { rows } = await bank.owner.query<{ major: number }>(
      "SELECT current_setting('server_version_num')::int / 10000 AS major",
    )
    if (programVersion('pg_dump') < (rows[0]?.major ?? 0)) {
      const { code, err } = await connect('bank', 'backup', dump)
      expect([code, err]).toEqual([
        exitCodes.refused,
        expect.stringMatching(/server version mismatch|is not found on this machine/),
      ])
      return expect(await leftovers()).toEqual([])
    }
    await bank.owner.query(`CREATE DATABASE ${copyName}`)
    try {
      const said = await holdsTheBank(
        async () => expect(await connect('bank', 'backup', dump)).toMatchObject({ code: exitCodes.done, err: '' }),
        (copy) => runConnect(['bank', 'restore', dump], copy),
      )
      expect(said).toEqual(restoredWhole)
    } finally {
      await dropCopy()
    }
  })

  it('is not restored if truncated or from another release', async () => {
    const whole = gunzipSync(await readFile(join(folder, 'whole.dump'))).toString()
    const lines = whole.trimEnd().split('\n')
    const foreign = whole.replace('"sha256":"', '"sha256":"0')
    const packed = gzipSync(whole)
    const damaged = Buffer.from(packed)
    damaged.fill(0xff, packed.length - 400, packed.length - 300)
    const dump = join(folder, 'broken.dump')
    await makeCopy()
    const copy = openPool(copyUrl(), { size: 1, onError: () => undefined, operator: 'Mariama Faye' })
    try {
      for (const [content, why] of [
        [gzipSync(`${lines.slice(0, -1).join('\n')}\n`), 'truncated'],
        [gzipSync(whole.slice(0, whole.length - 20)), 'truncated'],
        [packed.subarray(0, packed.length / 2), 'truncated'],
        [packed.subarray(0, packed.length - 5), 'truncated'],
        [damaged, 'damaged'],
        [gzipSync(foreign), 'another release'],
      ] as const) {
        await writeFile(dump, content)
        const { code, err } = await runConnect(['bank', 'restore', dump], async () => ({
          ...ports(),
          databaseUrl: copyUrl(),
        }))
        expect([code, err]).toEqual([exitCodes.refused, expect.stringContaining(why)])
        // It is as empty as before: the next backup can be tried.
        expect(await dbOver(copy)`SELECT count(*) AS users FROM users`).toEqual([{ users: 0 }])
        expect(await dbOver(copy)`SELECT count(*) > 10 AS stays FROM countries`).toEqual([{ stays: true }])
      }
    } finally {
      await copy.end()
      await dropCopy()
    }
  })

  it('is restored into an empty database only', async () => {
    expect((await connect('bank', 'restore', join(folder, 'whole.dump'))).err).toContain('the database is not empty')
    await bank.owner.query(`CREATE DATABASE ${copyName}`)
    const bare = await runConnect(['bank', 'restore', join(folder, 'whole.dump')], async () => ({
      ...ports(),
      databaseUrl: copyUrl(),
    }))
    await dropCopy()
    expect(bare.err).toContain('run npm run db:migrate on it first')
    for (const other of ['', 'x', 'account;value_date'])
      expect((await connect('bank', 'restore', await file('no.dump', other))).err).toContain(
        'is not a backup of a bank',
      )
    expect((await connect('bank', 'restore', folder)).err).toContain('cannot be read')
    // A backup of a server.
    await writeFile(join(folder, 'other.dump'), 'PGDMP')
    expect((await connect('bank', 'restore', join(folder, 'other.dump'))).err).toContain('the database is not empty')
  })
})

it('returns help and exit codes as a program', async () => {
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../connect.ts'), ...args], {
      env: { ...process.env, DATABASE_URL: bank.url },
    })
    let out = ''
    child.stdout.on('data', (part: Buffer) => (out += part.toString()))
    child.stderr.on('data', (part: Buffer) => (out += part.toString()))
    const [code] = (await once(child, 'close')) as [number]
    return { code, out }
  }
  const made = await run(
    'customers',
    'create',
    '--kind',
    'individual',
    '--name',
    'Sokhna Thiam',
    '--as',
    'Guichet 4',
    '--json',
  )
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining('Sokhna Thiam') })
  expect((await auditLog('customer.create')).map(({ operator }) => operator)).toContain('Guichet 4')
  expect(await run('accounts', 'show', 'SN00')).toMatchObject({ code: 1, out: expect.stringContaining('Refused') })
  expect((await run('dance')).code).toBe(2)
})

describe('second factors', () => {
  const as = (operator: string, ...args: string[]) => runConnect(args, async () => ({ ...ports(), operator }))

  it('are removed when two operators ask for it: the user is told, sessions end, large amounts wait', async () => {
    const customer = await bank.aCustomer()
    const { user_id, login } = customer
    await bank.owner.query('UPDATE users SET email = $2, factors = $3 WHERE id = $1', [
      user_id,
      `${login}@client.example`,
      ['passkey'],
    ])
    await bank.owner.query(
      "INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, is_synced, name, created_at) VALUES ($1, $2, $3, '', 0, '{}', false, 'Téléphone', now())",
      [newId(), user_id, Buffer.from(login)],
    )
    const state = async () =>
      (
        await bank.owner.query<{ factors: string[]; keys: number; reset: Date | null }>(
          'SELECT factors, (SELECT count(*)::integer FROM passkeys WHERE user_id = u.id) AS keys, factors_reset_at AS reset FROM users u WHERE id = $1',
          [user_id],
        )
      ).rows[0]
    expect((await as('Mariama Faye', 'factors', 'reset', login)).out).toContain('A second operator must run')
    expect((await as('Mariama Faye', 'factors', 'reset', login)).out).toContain('A second operator must run')
    expect(await state()).toMatchObject({ factors: ['passkey'], keys: 1 })
    expect((await customer.call(getUser)).status).toBe(200)
    expect((await as('Ousmane Ba', 'factors', 'reset', login)).out).toContain('were removed')
    expect(await state()).toEqual({ factors: [], keys: 0, reset: bank.clock.at })
    expect((await customer.call(getUser)).status).toBe(401)
    const mails = await bank.owner.query('SELECT subject FROM mails WHERE recipient = $1', [`${login}@client.example`])
    expect(mails.rows[0]).toMatchObject({ subject: expect.stringContaining('réinitialisée en agence') })
  })

  it('are not removed by a second operator a day later', async () => {
    const { login } = await bank.aCustomer()
    const start = bank.clock.at
    await as('Mariama Faye', 'factors', 'reset', login)
    bank.clock.at = new Date(start.getTime() + 24 * 3_600_000)
    expect((await as('Ousmane Ba', 'factors', 'reset', login)).out).toContain('A second operator must run')
    bank.clock.at = start
    expect((await as('Ousmane Ba', 'factors', 'reset', '00000000')).code).toBe(exitCodes.refused)
  })
})

describe('parameters', () => {
  it('are listed and set, with a trace; unknown ones and the mark of the demo are refused', async () => {
    expect((await done('parameters', 'list')).rows).toContainEqual(
      expect.objectContaining({ name: 'factor_sign_in', value: 1 }),
    )
    expect((await done('parameters', 'set', 'factor_sign_in', '2')).rows).toEqual([
      { name: 'factor_sign_in', before: 1, value: 2 },
    ])
    expect((await auditLog('parameters.set'))[0]).toMatchObject({
      operator: 'Mariama Faye',
      facts: { before: 1, after: 2 },
    })
    await done('parameters', 'set', 'factor_sign_in', '1')
    expect((await done('parameters', 'set', 'factor_amount', '-1')).rows).toEqual([
      { name: 'factor_amount', before: -1, value: -1 },
    ])
    await bank.owner.query(
      "INSERT INTO parameters (name, value, meaning) VALUES ('demo_bank', 0, 'Of invented customers')",
    )
    expect((await connect('parameters', 'set', 'demo_bank', '1')).code).toBe(exitCodes.refused)
    await bank.owner.query("DELETE FROM parameters WHERE name = 'demo_bank'")
    expect((await connect('parameters', 'set', 'factor_sign_in', '1.5')).code).toBe(exitCodes.usage)
    expect((await connect('parameters', 'set', 'unknown', '1')).code).toBe(exitCodes.refused)
  })

  it('have bounds, each of them; a minimum stays below its maximum', async () => {
    const { rows } = await done('parameters', 'list')
    const inForce = new Map((rows as { name: string; value: number }[]).map(({ name, value }) => [name, value]))
    for (const [name, value] of inForce) {
      const [least, greatest] = boundsOf(name, inForce) ?? []
      expect(least, name).toBeLessThanOrEqual(value)
      expect(greatest, name).toBeGreaterThanOrEqual(value)
    }
    for (const [name, value, range] of [
      ['sica_fee', '-500', '0 to 1000000000000'],
      ['taf_basis_points', '17000', '0 to 3000'],
      ['sica_cut_off', '0', '480 to 1439'],
      ['topup_max', '3000000', '5000 to 2000000'],
      ['swift_fee_min', '75001', '0 to 75000'],
      ['factor_amount', '-2', '-1 to 1000000000000'],
    ] as const) {
      const { code, err } = await connect('parameters', 'set', name, value)
      expect([code, err]).toEqual([exitCodes.refused, expect.stringContaining(`${name} is from ${range}`)])
    }
  })

  it('are set one after the other: a minimum and its maximum never cross', async () => {
    const other = await bank.owner.connect()
    await other.query("BEGIN; UPDATE parameters SET value = 900000 WHERE name = 'topup_min'")
    const set = connect('parameters', 'set', 'topup_max', '800000')
    await expect
      .poll(async () => (await other.query('SELECT 1 FROM pg_locks WHERE NOT granted')).rowCount, { timeout: 10_000 })
      .toBeGreaterThan(0)
    await other.query('COMMIT')
    expect(await set).toMatchObject({ code: exitCodes.refused })
    await other.query("UPDATE parameters SET value = 5000 WHERE name = 'topup_min'")
    other.release()
  })
})
