// Customers of the drill: they order with idempotency keys and ask again until the bank acknowledges, sign, read pages and follow streams.
import { writeFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '../../../src/adapters/ids.ts'
import { aCardNumber } from '../../test-cards.ts'
import { PASSWORD } from '../chaos-bank.ts'
import { COLLECTIONS, serverAddress, SERVERS, type ServerName } from './bank-processes.ts'
import { type Account, PERSON } from './fill-cluster-bank.ts'
import type { Kind, Observed } from './observed.ts'

const CLIENT_LIMIT_MS = 30_000
const THINK_MS = 100
const RETRY_MS = 500
const DEBIT_EVERY_MS = 5_000
const CREDITOR = 'SN27ZZZ004812'

type Reply = { status: number; json: unknown }
type Call = { call: string; method: string; path: string; body?: unknown; form?: () => FormData; key?: string }

/** A signed-in user. Calls are repeated until there is an answer that is no outage. */
class User {
  private session: { token: string; cookie: string } | null = null
  private readonly record: Observed
  private readonly login: string
  private readonly account_id: string
  private readonly origin: () => string
  private readonly isDirect: boolean
  private readonly isOver: () => boolean

  constructor(
    { record, origin, isOver }: Scene,
    { login, account_id, server = null }: { login: string; account_id: string; server?: ServerName | null },
  ) {
    this.record = record
    this.login = login
    this.account_id = account_id
    this.isDirect = server !== null
    this.origin = server ? () => serverAddress(server) : origin
    this.isOver = isOver
  }

  private async fetch(call: string, path: string, init: RequestInit): Promise<Reply & { headers: Headers | null }> {
    const startedAt = Date.now()
    const note = (status: number, code: string) =>
      this.record.answers.push({
        at: Date.now(),
        ms: Date.now() - startedAt,
        call,
        status,
        code,
        isDirect: this.isDirect,
      })
    try {
      const reply = await fetch(`${this.origin()}/wb-api${path}`, {
        ...init,
        signal: AbortSignal.timeout(CLIENT_LIMIT_MS),
      })
      const text = await reply.text()
      const json: unknown = /json/.test(reply.headers.get('content-type') ?? '') ? JSON.parse(text) : null
      note(reply.status, reply.status < 400 ? '' : codeOf(json))
      return { status: reply.status, json, headers: reply.headers }
    } catch (error) {
      const { name, cause } = error as Error & { cause?: { code?: string } }
      note(0, name === 'TimeoutError' ? 'no answer' : (cause?.code ?? name))
      return { status: 0, json: null, headers: null }
    }
  }

  async headers(): Promise<{ [name: string]: string } | null> {
    if (!this.session) {
      const authorization = `Basic ${Buffer.from(`${this.login}:${PASSWORD}`).toString('base64')}`
      const { status, json, headers } = await this.fetch('sign in', '/user/auth', { headers: { authorization } })
      if (status !== 200) return null
      const { token } = json as { token: string }
      this.session = { token, cookie: headers?.get('set-cookie')?.split(';')[0] ?? '' }
    }
    const { token, cookie } = this.session
    return { authorization: `Bearer ${token}`, cookie, 'x-account-id': this.account_id }
  }

  forget(): void {
    this.session = null
  }

  private async once({ call, method, path, body, form, key }: Call, proof: string): Promise<Reply> {
    const headers = await this.headers()
    if (!headers) return { status: 0, json: null }
    const reply = await this.fetch(call, path, {
      method,
      ...(form ? { body: form() } : body !== undefined && { body: JSON.stringify(body) }),
      headers: {
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(proof !== '' && { 'x-confirmation': proof }),
      },
    })
    if (reply.status === 401) this.forget()
    return reply
  }

  /** One attempt, as of a page. */
  read = (path: string) => this.once({ call: 'page', method: 'GET', path }, '')

  /** Repeats the call, with the password where the bank requires it, until the bank has accepted or refused it. */
  async callUntilDecided(call: Call): Promise<Reply> {
    let proof = ''
    for (;;) {
      const reply = await this.once(call, proof)
      if (reply.status === 428) {
        const { operation } = reply.json as { operation: { hash: string } }
        const body = { password: PASSWORD, operation_hash: operation.hash }
        const again = await this.once({ call: 'confirm', method: 'POST', path: '/user/reauth', body }, '')
        if (again.status === 200) {
          proof = (again.json as { confirmation: string }).confirmation
          continue
        }
      } else if (reply.status >= 200 && reply.status < 500 && ![401, 429].includes(reply.status)) return reply
      if (this.isOver()) throw new Over()
      await pause(RETRY_MS)
    }
  }
}

class Over extends Error {}

const codeOf = (json: unknown): string => {
  const first: unknown = Array.isArray(json) ? json[0] : json
  return typeof first === 'object' && first && 'code' in first ? String(first.code) : 'not of the contract'
}

export type Scene = {
  record: Observed
  /** Where customers call: it changes with the proxy under test. */
  origin: () => string
  /** Started orders are finished, and no new ones are started. */
  isClosing: () => boolean
  /** Customers stop waiting for the outcome of their orders. */
  isOver: () => boolean
}

type Acting = { scene: Scene; run: string }

/** Orders again and again until the scene closes. A refusal is noted: it is none of the faults. */
async function repeat({ record, isClosing }: Scene, act: () => Promise<void>): Promise<void> {
  while (!isClosing()) {
    try {
      await act()
    } catch (error) {
      if (error instanceof Over) return
      record.refusals.push(String(error))
      await pause(RETRY_MS)
    }
    await pause(THINK_MS)
  }
}

function expectStatus({ status, json }: Reply, wanted: number, what: string): void {
  if (status !== wanted) throw new Error(`${what} was answered ${status} ${codeOf(json)}`)
}

/** Pays the next person, or a payee at another bank, behind the proxy or directly on one server. */
async function pay({ scene, run }: Acting, account: Account, server: ServerName | null): Promise<void> {
  const user = new User(scene, { login: account.logins[0] ?? '', account_id: account.account_id, server })
  let count = 0
  await repeat(scene, async () => {
    count += 1
    const label = `${run} T${account.logins[0]} ${count}`
    scene.record.started.transfers.set(label, null)
    // A customer of one server shares no account with others: a lock of the other server would look like its own silence.
    const beneficiary_id = count % 3 === 0 && server === null ? account.outside : account.inside
    const body = { type: 'direct', beneficiary_id, amount: 1 + (count % 500), label, comment: null }
    const reply = await user.callUntilDecided({ call: 'order', method: 'POST', path: '/transfers', body, key: newId() })
    expectStatus(reply, 201, 'a transfer')
    scene.record.acknowledge('transfers', label, (reply.json as { id: string }).id, server)
    if (server) await pause(500)
  })
}

/** Signs what another person has ordered. An answer that got lost is followed by the refusal to sign twice. */
async function sign(
  signer: User,
  { record }: Scene,
  { kind, path, label, id }: { kind: Kind; path: string; label: string; id: string },
): Promise<void> {
  const reply = await signer.callUntilDecided({
    call: 'sign',
    method: 'PUT',
    path: `${path}/${id}/accept`,
    body: { version: 1 },
  })
  if (reply.status !== 200 && !['already_signed', 'not_pending', 'stale_version'].includes(codeOf(reply.json)))
    throw new Error(`a signature was answered ${reply.status} ${codeOf(reply.json)}`)
  record.acknowledge(kind, label, id, null)
}

const usersOf = (scene: Scene, { logins, account_id }: Account) =>
  [
    new User(scene, { login: logins[0] ?? '', account_id }),
    new User(scene, { login: logins[1] ?? '', account_id }),
  ] as const

/** One person of a company orders, the other one approves. */
async function approve({ scene, run }: Acting, company: Account): Promise<void> {
  const [author, signer] = usersOf(scene, company)
  let count = 0
  await repeat(scene, async () => {
    count += 1
    const label = `${run} A${company.logins[0]} ${count}`
    scene.record.started.approvals.set(label, null)
    const body = { type: 'direct', beneficiary_id: company.inside, amount: 1 + (count % 500), label, comment: null }
    const ordered = await author.callUntilDecided({
      call: 'order',
      method: 'POST',
      path: '/transfers',
      body,
      key: newId(),
    })
    expectStatus(ordered, 201, 'an order of a company')
    await sign(signer, scene, { kind: 'approvals', path: '/transfers', label, id: (ordered.json as { id: string }).id })
  })
}

/** One person of a company imports a file of three lines and orders it, the other one signs the batch. */
async function sendBatches({ scene, run }: Acting, company: Account, payees: readonly Account[]): Promise<void> {
  const [author, signer] = usersOf(scene, company)
  let count = 0
  await repeat(scene, async () => {
    count += 1
    const label = `${run} B${company.logins[0]} ${count}`
    const lines = payees.map(
      ({ iban }, index) => `${PERSON};${iban};${100 + ((count + index) % 300)};${label} ${index}`,
    )
    const form = () => {
      const made = new FormData()
      const text = ['nom_beneficiaire;iban;montant;libelle', ...lines].join('\r\n')
      made.append('file', new Blob([text]), `${label}.csv`)
      return made
    }
    const imported = await author.callUntilDecided({ call: 'import', method: 'POST', path: '/transfers/import', form })
    expectStatus(imported, 200, 'a file')
    const { import_id } = imported.json as { import_id: string }
    scene.record.started.batches.set(label, null)
    const body = { import_id }
    const ordered = await author.callUntilDecided({
      call: 'order',
      method: 'POST',
      path: '/transfers/batch',
      body,
      key: newId(),
    })
    expectStatus(ordered, 201, 'a batch')
    const { id } = ordered.json as { id: string }
    await sign(signer, scene, { kind: 'batches', path: '/transfers/batches', label, id })
    // A file reveals which accounts exist: the bank limits how many are read.
    await pause(5_000)
  })
}

async function topUp({ scene, run }: Acting, account: Account): Promise<void> {
  const user = new User(scene, { login: account.logins[0] ?? '', account_id: account.account_id })
  const card = await user.callUntilDecided({
    call: 'card',
    method: 'POST',
    path: '/prepaid-cards',
    body: { number: aCardNumber(), expiry: '2030-09', holder: 'Awa Ndiaye', label: null },
  })
  expectStatus(card, 201, 'a card')
  const { id: card_id } = card.json as { id: string }
  let count = 0
  await repeat(scene, async () => {
    count += 1
    const wanted = { card_id, amount: 1 + (count % 50) }
    const quoted = await user.callUntilDecided({
      call: 'quote',
      method: 'POST',
      path: '/prepaid-card-reloads/fees',
      body: wanted,
    })
    expectStatus(quoted, 200, 'a quote')
    const label = `${run} C${account.logins[0]} ${count}`
    scene.record.started.topups.set(label, null)
    const body = { ...wanted, quote: (quoted.json as { quote: string }).quote, series: null }
    const reply = await user.callUntilDecided({
      call: 'order',
      method: 'POST',
      path: '/prepaid-card-reloads',
      body,
      key: newId(),
    })
    expectStatus(reply, 201, 'a top-up')
    scene.record.acknowledge('topups', label, (reply.json as { topup: { id: string } }).topup.id, null)
    await pause(THINK_MS * 5)
  })
}

async function readPages({ scene }: Acting, { logins, account_id }: Account): Promise<void> {
  const user = new User(scene, { login: logins[0] ?? '', account_id })
  const pages = ['/operations?page=1', '/dashboard', '/transfers', '/accounts']
  for (let count = 0; !scene.isClosing(); count += 1) {
    const { status } = await user.read(pages[count % pages.length] ?? '')
    if (status === 200) scene.record.pages.push(Date.now())
    await pause(status === 200 ? THINK_MS * 2 : RETRY_MS)
  }
}

/** Follows the stream of events as a page does, and opens it again when it ends or stays silent. */
async function follow({ scene }: Acting, { logins, account_id }: Account): Promise<void> {
  const user = new User(scene, { login: logins[0] ?? '', account_id })
  let lastId = ''
  while (!scene.isClosing()) {
    const headers = await user.headers()
    if (headers) {
      const leaving = new AbortController()
      let receivedAt = Date.now()
      const silence = setInterval(() => {
        if (Date.now() - receivedAt > 45_000 || scene.isClosing()) leaving.abort()
      }, 1_000)
      try {
        const reply = await fetch(`${scene.origin()}/wb-api/events`, {
          headers: { ...headers, ...(lastId !== '' && { 'last-event-id': lastId }) },
          signal: leaving.signal,
        })
        if (reply.status === 401) user.forget()
        if (reply.status === 200) {
          scene.record.streams.opened += 1
          for await (const piece of reply.body ?? []) {
            receivedAt = Date.now()
            const text = Buffer.from(piece).toString()
            lastId = /^id: (.*)$/m.exec(text)?.[1] ?? lastId
            scene.record.streams.changes += text.match(/^event: change$/gm)?.length ?? 0
          }
        }
      } catch {
        // Opened again, as a page does.
      } finally {
        clearInterval(silence)
      }
    }
    await pause(1_000)
  }
}

/** A creditor presents a direct debit by file every few seconds. */
async function present({ scene, run }: Acting, debtors: readonly Account[]): Promise<void> {
  const due = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  for (let count = 1; !scene.isClosing(); count += 1) {
    const message = `${run}-D${count}`
    const amount = 100 + (count % 900)
    const file = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.008.001.08"><CstmrDrctDbtInitn>
  <GrpHdr><MsgId>${message}</MsgId><CreDtTm>${new Date().toISOString()}</CreDtTm><NbOfTxs>1</NbOfTxs><CtrlSum>${amount}</CtrlSum><InitgPty><Nm>Senelec</Nm></InitgPty></GrpHdr>
  <PmtInf><PmtInfId>${message}</PmtInfId><PmtMtd>DD</PmtMtd><PmtTpInf><LclInstrm><Cd>CORE</Cd></LclInstrm><SeqTp>OOFF</SeqTp></PmtTpInf>
    <ReqdColltnDt>${due}</ReqdColltnDt><Cdtr><Nm>Senelec</Nm></Cdtr>
    <CdtrSchmeId><Id><PrvtId><Othr><Id>${CREDITOR}</Id></Othr></PrvtId></Id></CdtrSchmeId>
    <DrctDbtTxInf><PmtId><EndToEndId>${message}</EndToEndId></PmtId><InstdAmt Ccy="XOF">${amount}</InstdAmt>
      <DrctDbtTx><MndtRltdInf><MndtId>${message}</MndtId><DtOfSgntr>2025-06-02</DtOfSgntr></MndtRltdInf></DrctDbtTx>
      <DbtrAcct><Id><IBAN>${debtors[count % debtors.length]?.iban}</IBAN></Id></DbtrAcct></DrctDbtTxInf>
  </PmtInf></CstmrDrctDbtInitn></Document>`
    writeFileSync(join(COLLECTIONS, `.${message}`), file)
    renameSync(join(COLLECTIONS, `.${message}`), join(COLLECTIONS, `${message}.xml`))
    scene.record.debits.push(message)
    await pause(DEBIT_EVERY_MS)
  }
}

export const PERSONS = 12
export const COMPANIES = 3

/** All customers at once; resolves when they have finished what they began. */
export async function act(
  acting: Acting,
  { persons, companies }: { persons: readonly Account[]; companies: readonly Account[] },
): Promise<void> {
  const person = (index: number) => {
    const found = persons[index]
    if (!found) throw new Error(`there is no person ${index}`)
    return found
  }
  const [first, second, third] = companies
  if (!first || !second || !third) throw new Error('there are too few companies')
  await Promise.all([
    ...[0, 1, 2, 3, 4].map((index) => pay(acting, person(index), null)),
    // Each server has a customer of its own, who shows whether it is ready when it reports so.
    ...SERVERS.map((server, index) => pay(acting, person(6 + 2 * index), server)),
    topUp(acting, person(10)),
    approve(acting, first),
    approve(acting, second),
    sendBatches(acting, third, persons.slice(0, 3)),
    ...[0, 1].map((index) => readPages(acting, person(index))),
    ...[0, 1, 2, 3].map((index) => follow(acting, person(index))),
    present(acting, [person(11)]),
  ])
}
