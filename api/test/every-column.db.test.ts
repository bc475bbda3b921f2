// Writes every column through the calls of customers and reads it back: a new row has each value, an edit changes its own columns only.
import {
  changeRecurringTopup,
  createTopup,
  listRecurringTopups,
  listTopups,
  rejectTopup,
} from 'contract/products/card-topups.ts'
import { changeMandate, listMandates, registerMandate } from 'contract/products/debits.ts'
import {
  changeBeneficiary,
  createBeneficiary,
  getBeneficiary,
  listBeneficiaries,
} from 'contract/transfers/beneficiaries.ts'
import {
  acceptBatch,
  createBatch,
  getBatch,
  listBatches,
  listBatchLines,
  rejectBatch,
} from 'contract/transfers/batches.ts'
import { importTransfers } from 'contract/transfers/imports.ts'
import { changeTransfer, createTransfer, getTransfer, listTransfers } from 'contract/transfers/transfers.ts'
import { ibanFrom } from 'contract/values/iban.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runDueTopup } from '../src/domains/cards/run-topups.ts'
import { withAcknowledgedNames } from './acknowledged-names.ts'
import { openTestBank, type TestBank, type Visitor } from './test-bank.ts'
import { aCard, aTopup } from './test-cards.ts'

const NOW = '2026-03-10T09:30:00+00:00'
const FRANCE = 'FR1420041010050500013M02606'
const PDF = '%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n'
const anId = expect.stringMatching(/^[0-9a-f-]{36}$/) as string
const aText = expect.any(String) as string
const elsewhere = (index: number) => ibanFrom('SN', 'SN010', '01520', String(485_000_000_000 + index))

let bank: TestBank
beforeAll(async () => void (bank = await openTestBank()))
beforeEach(() => void (bank.clock.at = new Date(NOW)))
afterAll(() => bank.close())

type Row = Record<string, unknown>
type Table =
  | 'transfers'
  | 'transfer_batches'
  | 'transfer_batch_lines'
  | 'beneficiaries'
  | 'card_topups'
  | 'recurring_topups'
  | 'mandates'

/** All columns of a row, as the database has them. */
async function stored(table: Table, id: string | undefined): Promise<Row> {
  const { rows } = await bank.owner.query<{ row: Row }>(`SELECT to_jsonb(t) AS row FROM ${table} t WHERE id = $1`, [id])
  if (!rows[0]) throw new Error(`no row of ${table}`)
  return rows[0].row
}

/** The changed columns of a row, with their current values. */
const changesOf = (before: Row, after: Row): Row =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  )

const answered = <T>({ status, body }: { status: number; body: T }): T => {
  if (status >= 300) throw new Error(JSON.stringify(body))
  return body
}

function formOf(body: unknown, files: Record<string, string> = {}): FormData {
  const form = new FormData()
  form.append('jsonBody', JSON.stringify(body))
  for (const [field, name] of Object.entries(files)) form.append(field, new Blob([PDF]), name)
  return form
}

async function aCompany() {
  const author = await bank.aCustomer({ kind: 'company', balance: 50_000_000 })
  return { author, signer: await bank.aMember(author.account_id), payee: await bank.aCustomer() }
}

describe('a transfer', () => {
  it('to a payee abroad keeps every field through edits of other fields', async () => {
    const { author } = await aCompany()
    const beneficiary_id = await bank.aBeneficiary(author.account_id, FRANCE, 'Marie Curie')
    const input = {
      type: 'delayed',
      beneficiary_id,
      amount: 20_000_000,
      label: 'Facture 12',
      comment: 'À payer avant la fin du mois',
      purpose: 'goods',
      domiciliation: 'DOM-2026-0042',
      charges: 'OUR',
      execution_date: '2026-03-20',
    } as const
    const files = { international_documents: 'Facture.pdf' }
    const { id } = answered(await author.confirm(createTransfer, { form: formOf(input, files) }))
    const written = await stored('transfers', id)
    expect(written).toEqual({
      ...input,
      account_id: author.account_id,
      id,
      rail: 'international',
      network: 'swift',
      own_account_id: null,
      lookup_id: null,
      beneficiary_name: 'Marie Curie',
      beneficiary_iban: FRANCE,
      fees: expect.any(Number) as number,
      tax: expect.any(Number) as number,
      currency: 'XOF',
      instructed_amount: null,
      instructed_currency: null,
      // At the parity of the euro.
      credit_amount: 3_048_980,
      credit_currency: 'EUR',
      exchange_rate: 655.957,
      rate_until: null,
      exchange_commission: null,
      reference: aText,
      validation_status: 'pending',
      execution_status: 'scheduled',
      suspended: null,
      reason: null,
      reason_code: null,
      signatures_needed: 2,
      signing_rule: 'two',
      is_own: false,
      periodicity: null,
      start_date: null,
      end_date: null,
      next_occurrence: null,
      created_at: NOW,
      created_by: author.user_id,
      edited_at: null,
      edited_by: null,
      validated_at: null,
      run_at: null,
      executed_at: null,
      posting_id: null,
      batch_id: null,
      is_confidential: false,
      version: 1,
      tries: 0,
    })

    const edited = answered(
      await author.confirm(changeTransfer, { params: { id }, form: formOf({ version: 1, label: 'Facture 13' }) }),
    )
    const edit = { label: 'Facture 13', version: 2, edited_at: NOW, edited_by: author.user_id }
    expect(changesOf(written, await stored('transfers', id))).toEqual(edit)

    const { beneficiary_id: _beneficiary, ...rest } = input
    const visible = {
      ...rest,
      label: 'Facture 13',
      beneficiary: { id: beneficiary_id, name: 'Marie Curie', iban: FRANCE },
      version: 2,
    }
    expect(edited).toMatchObject(visible)
    expect((await author.call(listTransfers)).body).toMatchObject([visible])
    expect((await author.call(getTransfer, { params: { id } })).body).toMatchObject(visible)
  })

  it('in a series keeps its dates and note, and an edited note changes no other field', async () => {
    const { author, payee } = await aCompany()
    const beneficiary_id = await bank.aBeneficiary(author.account_id, payee.iban)
    const input = {
      type: 'periodic',
      periodicity: 'monthly',
      start_date: '2026-03-31',
      end_date: '2026-12-31',
    } as const
    const body = { ...input, beneficiary_id, amount: 10_000, label: 'Loyer', comment: 'Bail de 2026' }
    const { id } = answered(await author.confirm(createTransfer, { body }))
    const written = await stored('transfers', id)
    expect(written).toMatchObject({ ...body, execution_date: '2026-03-31', next_occurrence: 0 })
    answered(await author.confirm(changeTransfer, { params: { id }, body: { version: 1, amount: 12_000 } }))
    const edited = await stored('transfers', id)
    expect(changesOf(written, edited)).toEqual({
      amount: 12_000,
      version: 2,
      edited_at: NOW,
      edited_by: author.user_id,
    })
    answered(await author.call(changeTransfer, { params: { id }, body: { comment: 'Bail de 2027' } }))
    expect(changesOf(edited, await stored('transfers', id))).toEqual({ comment: 'Bail de 2027' })
    expect((await author.call(listTransfers)).body).toMatchObject([
      { ...input, amount: 12_000, comment: 'Bail de 2027' },
    ])
  })

  it('to an own account stores that account', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    const own = await bank.anOwnAccount(awa)
    const body = {
      type: 'delayed',
      own_account_id: own.account_id,
      amount: 5_000,
      label: 'Épargne',
      execution_date: '2026-03-20',
    } as const
    const { id } = answered(await awa.confirm(createTransfer, { body }))
    const written = await stored('transfers', id)
    expect(written).toMatchObject({
      own_account_id: own.account_id,
      beneficiary_id: null,
      is_own: true,
      validated_at: NOW,
      run_at: aText,
    })
    answered(await awa.confirm(changeTransfer, { params: { id }, body: { version: 1, label: 'Vacances' } }))
    const edit = { label: 'Vacances', version: 2, edited_at: NOW, edited_by: awa.user_id }
    expect(changesOf(written, await stored('transfers', id))).toEqual(edit)
  })
})

describe('a batch', () => {
  const fileOf = (content: string) => {
    const form = new FormData()
    form.append('file', new Blob([content]), 'paie.csv')
    return form
  }
  const drafted = async (visitor: Visitor, content: string) =>
    withAcknowledgedNames(visitor, answered(await visitor.call(importTransfers, { form: fileOf(content) })))

  it('keeps every field of each line when a line is refused and when lines become transfers', async () => {
    const { author, signer, payee } = await aCompany()
    const iban = FRANCE
    const draft = await drafted(
      author,
      [
        'nom_beneficiaire;iban;montant;libelle;date_execution;telephone;email;reference;bic;motif_economique',
        `Khady Sy;${iban};300000;Salaire mars;20/03/2026;+221771234567;khady@courrier.example;S1;PSSTFRPPPAR;studies`,
        `Ali Ba;${payee.iban};200000;Salaire mars;20/03/2026;;;;;`,
      ].join('\r\n'),
    )
    const choices = { single_entry: true, is_confidential: true, save_payees: true }
    const { id, fees } = answered(
      await author.confirm(createBatch, { body: { import_id: draft.import_id, ...choices } }),
    )
    const written = await stored('transfer_batches', id)
    expect(written).toEqual({
      account_id: author.account_id,
      id,
      reference: aText,
      file_name: 'paie.csv',
      content_hash: expect.stringMatching(/^\\x[0-9a-f]{64}$/) as string,
      message_id: null,
      message_name: null,
      message_lines: null,
      import_id: draft.import_id,
      left_out_count: 0,
      left_out: null,
      retry_of: null,
      single_entry: true,
      is_confidential: true,
      saves_payees: true,
      state: 'pending',
      reason: null,
      reason_code: null,
      line_count: 2,
      amount: 500_000,
      fees,
      tax: expect.any(Number) as number,
      currency: 'XOF',
      execution_date: '2026-03-20',
      signing_rule: 'one',
      signatures_needed: 1,
      version: 1,
      created_at: NOW,
      created_by: author.user_id,
      validated_at: null,
      posting_id: null,
      booked: null,
      settled_at: null,
    })
    const { body: lines } = await author.call(listBatchLines, { params: { id } })
    const [khady, ali] = lines
    expect(lines).toMatchObject([
      { line: 2, name: 'Khady Sy', iban, amount: 300_000, label: 'Salaire mars', execution_date: '2026-03-20' },
      { line: 3, name: 'Ali Ba' },
    ])
    const line = await stored('transfer_batch_lines', khady?.id)
    expect(line).toEqual({
      account_id: author.account_id,
      batch_id: id,
      id: khady?.id,
      line: 2,
      beneficiary_id: null,
      own_account_id: null,
      lookup_id: null,
      name: 'Khady Sy',
      iban,
      amount: 300_000,
      fees: khady?.fees,
      tax: khady?.tax,
      instructed_amount: null,
      instructed_currency: null,
      credit_amount: 45_735,
      credit_currency: 'EUR',
      exchange_rate: 655.957,
      rate_until: null,
      exchange_commission: null,
      charges: 'SHA',
      label: 'Salaire mars',
      rail: 'international',
      network: 'swift',
      is_own: false,
      execution_date: '2026-03-20',
      phone: '+221771234567',
      email: 'khady@courrier.example',
      reference: 'S1',
      block: null,
      instruction_id: null,
      category_purpose: null,
      bic: 'PSSTFRPPPAR',
      country: null,
      purpose: 'studies',
      retry_of: null,
      is_refused: false,
      reason: null,
      reason_code: null,
      is_failure_notified: false,
    })

    const refused = await stored('transfer_batch_lines', ali?.id)
    answered(
      await signer.call(rejectBatch, {
        params: { id },
        body: { version: 1, reason: 'Déjà payé', lines: [ali?.id ?? ''] },
      }),
    )
    expect(changesOf(refused, await stored('transfer_batch_lines', ali?.id))).toEqual({
      is_refused: true,
      reason: 'Déjà payé',
    })
    expect(changesOf(line, await stored('transfer_batch_lines', khady?.id))).toEqual({})
    const left = await stored('transfer_batches', id)
    expect(changesOf(written, left)).toEqual({ version: 2, line_count: 1, amount: 300_000 })

    answered(await signer.confirm(acceptBatch, { params: { id }, body: { version: 2 } }))
    expect(changesOf(left, await stored('transfer_batches', id))).toMatchObject({
      state: 'validated',
      validated_at: NOW,
    })
    expect(changesOf(line, await stored('transfer_batch_lines', khady?.id))).toEqual({})
    const transfer = await stored('transfers', khady?.id)
    expect(transfer).toMatchObject({
      type: 'delayed',
      beneficiary_name: 'Khady Sy',
      beneficiary_iban: iban,
      amount: 300_000,
      label: 'Salaire mars',
      comment: 'S1',
      purpose: 'studies',
      execution_date: '2026-03-20',
      batch_id: id,
      is_confidential: true,
      run_at: aText,
    })
    expect(await stored('beneficiaries', String(transfer['beneficiary_id']))).toMatchObject({
      name: 'Khady Sy',
      iban,
      phone: '+221771234567',
      email: 'khady@courrier.example',
      bic: 'PSSTFRPPPAR',
      is_confidential: true,
      is_saved: true,
    })
    const visible = {
      id,
      file_name: 'paie.csv',
      single_entry: true,
      is_confidential: true,
      amount: 300_000,
      line_count: 1,
      version: 2,
    }
    expect((await author.call(listBatches)).body).toMatchObject([visible])
    expect((await author.call(getBatch, { params: { id } })).body).toMatchObject(visible)
  })

  it('from a pain.001 message stores its id and the excluded lines', async () => {
    const { author, payee } = await aCompany()
    const line = (name: string, iban: string, reference: string) =>
      `<CdtTrfTxInf><PmtId><EndToEndId>${reference}</EndToEndId></PmtId><Amt><InstdAmt Ccy="XOF">1000</InstdAmt></Amt><Cdtr><Nm>${name}</Nm></Cdtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct><RmtInf><Ustrd>Salaire</Ustrd></RmtInf></CdtTrfTxInf>`
    const draft = await drafted(
      author,
      `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>
<GrpHdr><MsgId>PAIE-2026-03</MsgId><CreDtTm>2026-03-10T09:00:00</CreDtTm><NbOfTxs>2</NbOfTxs><CtrlSum>2000</CtrlSum></GrpHdr>
<PmtInf><PmtInfId>LOT-1</PmtInfId><PmtMtd>TRF</PmtMtd><ReqdExctnDt><Dt>2026-03-10</Dt></ReqdExctnDt><DbtrAcct><Id><IBAN>${author.iban}</IBAN></Id></DbtrAcct>
${line('Ali Ba', payee.iban, 'S1')}${line('Khady Sy', elsewhere(2), 'S2')}
</PmtInf></CstmrCdtTrfInitn></Document>`,
    )
    const items = draft.items.slice(0, 1).map(({ id }) => id)
    const { id } = answered(await author.confirm(createBatch, { body: { import_id: draft.import_id, items } }))
    expect(await stored('transfer_batches', id)).toMatchObject({
      message_id: 'PAIE-2026-03',
      message_name: 'pain.001.001.09',
      message_lines: 2,
      import_id: draft.import_id,
      left_out_count: 1,
      left_out: [{ line: 2, block: 'LOT-1', instruction_id: null, reference: 'S2', amount: '1000' }],
    })
    const [first] = (await author.call(listBatchLines, { params: { id } })).body
    expect(await stored('transfer_batch_lines', first?.id)).toMatchObject({ block: 'LOT-1', reference: 'S1' })
  })
})

describe('a beneficiary', () => {
  it('keeps every field of the form when one field is edited', async () => {
    const awa = await bank.aCustomer()
    const input = {
      iban: FRANCE,
      bic: 'PSSTFRPPPAR',
      email: 'curie@courrier.example',
      phone: '+33612345678',
      address: '11 rue Pierre et Marie Curie',
      zip: '75005',
      city: 'Paris',
      address_country: 'FR',
      comment: 'Laboratoire',
      code: 'F-051',
      social_security_number: '2671107912345',
    }
    const form = { ...input, company_name: 'Institut Curie' }
    const { id } = answered(await awa.confirm(createBeneficiary, { body: form }))
    const written = await stored('beneficiaries', id)
    expect(written).toEqual({
      ...input,
      account_id: awa.account_id,
      id,
      name: 'Institut Curie',
      sort_name: 'institut curie',
      is_company: true,
      country: null,
      bank_name: null,
      approval_status: 'approved',
      is_confidential: false,
      is_saved: true,
      version: 1,
      created_at: NOW,
      removed_at: null,
      numbered_at: NOW,
      trusted_at: null,
    })
    answered(
      await awa.confirm(changeBeneficiary, { params: { id }, body: { ...form, comment: 'Institut', version: 1 } }),
    )
    expect(changesOf(written, await stored('beneficiaries', id))).toEqual({ comment: 'Institut', version: 2 })
    const { iban, bic, code } = input
    expect((await awa.call(listBeneficiaries)).body).toMatchObject([{ id, name: 'Institut Curie', iban, bic, code }])
    expect((await awa.call(getBeneficiary, { params: { id } })).body).toMatchObject({
      ...input,
      comment: 'Institut',
      version: 2,
    })
  })

  it('in a country without IBAN stores its country and bank', async () => {
    const awa = await bank.aCustomer()
    const body = { name: 'John Doe', iban: '123456789', country: 'US', bic: 'CHASUS33', bank_name: 'JPMorgan Chase' }
    const { id } = answered(await awa.confirm(createBeneficiary, { body }))
    expect(await stored('beneficiaries', id)).toMatchObject({ ...body, is_company: false })
    expect((await awa.call(listBeneficiaries)).body).toMatchObject([body])
  })
})

describe('a top-up', () => {
  const series = { recurrence: 'monthly', start_date: '2026-04-01', end_date: '2026-12-31' } as const

  it('keeps every field until it is refused with a reason', async () => {
    const { author, signer } = await aCompany()
    const card = await aCard(author)
    const { topup } = answered(await author.confirm(createTopup, await aTopup(author, card, 50_000)))
    const written = await stored('card_topups', topup?.id)
    expect(written).toEqual({
      account_id: author.account_id,
      id: topup?.id,
      card_id: card.id,
      amount: 50_000,
      fees: topup?.fees,
      tax: topup?.tax,
      reference: topup?.reference,
      status: 'pending',
      reason_code: null,
      reason: null,
      recurring_id: null,
      nominal_date: null,
      signing_rule: 'one',
      signatures_needed: 1,
      created_at: NOW,
      created_by: author.user_id,
      decided_at: null,
      posting_id: null,
    })
    answered(await signer.call(rejectTopup, { params: { id: topup?.id ?? '' }, body: { reason: 'Plus de budget' } }))
    const decision = { status: 'failed', reason_code: 'refused', reason: 'Plus de budget' }
    expect(changesOf(written, await stored('card_topups', topup?.id))).toEqual({ ...decision, decided_at: NOW })
    expect((await author.call(listTopups)).body).toMatchObject([
      { ...decision, id: topup?.id, amount: 50_000, card: { id: card.id } },
    ])
  })

  it('that recurs keeps its dates when one field is edited, and is referenced by each top-up it creates', async () => {
    const awa = await bank.aCustomer({ balance: 1_000_000 })
    const card = await aCard(awa)
    const { recurring } = answered(await awa.confirm(createTopup, await aTopup(awa, card, 50_000, series)))
    const id = recurring?.id ?? ''
    const written = await stored('recurring_topups', id)
    expect(written).toEqual({
      ...series,
      account_id: awa.account_id,
      id,
      card_id: card.id,
      amount: 50_000,
      next_occurrence: 0,
      next_date: '2026-04-01',
      run_at: aText,
      tries: 0,
      status: 'active',
      reason: null,
      version: 1,
      signing_rule: 'none',
      signatures_needed: 0,
      created_at: NOW,
      created_by: awa.user_id,
      edited_by: null,
      waits_since: null,
    })
    answered(
      await awa.confirm(changeRecurringTopup, { params: { id }, body: { ...series, version: 1, amount: 60_000 } }),
    )
    const edit = { amount: 60_000, version: 2, edited_by: awa.user_id }
    expect(changesOf(written, await stored('recurring_topups', id))).toEqual(edit)
    expect((await awa.call(listRecurringTopups)).body).toMatchObject([{ ...series, id, amount: 60_000, version: 2 }])

    bank.clock.at = new Date('2026-04-01T09:30:00Z')
    while (await runDueTopup({ db: bank.db, clock: { now: () => bank.clock.at } }));
    const [made] = (await (await bank.signIn(awa)).call(listTopups)).body
    expect(made).toMatchObject({ amount: 60_000, status: 'done', is_recurring: true })
    expect(await stored('card_topups', made?.id)).toMatchObject({
      recurring_id: id,
      nominal_date: '2026-04-01',
      posting_id: anId,
    })
  })
})

it('a mandate keeps its registered fields when it is confirmed and its maximum changes', async () => {
  const { author, signer } = await aCompany()
  const input = {
    creditor_name: 'Hansa Logistik',
    creditor_id: 'DE98ZZZ09999999999',
    umr: 'B2B-2026/17',
    recurrence: 'recurrent',
    signed_on: '2026-03-02',
    max_amount: 400_000,
  } as const
  const { id } = answered(await author.confirm(registerMandate, { form: formOf(input, { copy: 'mandat.pdf' }) }))
  const written = await stored('mandates', id)
  expect(written).toEqual({
    ...input,
    account_id: author.account_id,
    id,
    scheme: 'b2b',
    last_used_on: null,
    status: 'pending_confirmation',
    registered_by: author.user_id,
    known_at: NOW,
    version: 1,
  })
  answered(await signer.confirm(changeMandate, { params: { id }, body: { version: 1, status: 'active' } }))
  const confirmed = await stored('mandates', id)
  expect(changesOf(written, confirmed)).toEqual({ status: 'active', version: 2 })
  answered(await signer.confirm(changeMandate, { params: { id }, body: { version: 2, max_amount: 500_000 } }))
  expect(changesOf(confirmed, await stored('mandates', id))).toEqual({ max_amount: 500_000, version: 3 })
  expect((await author.call(listMandates)).body).toMatchObject([
    { ...input, id, max_amount: 500_000, status: 'active', version: 3 },
  ])
})
