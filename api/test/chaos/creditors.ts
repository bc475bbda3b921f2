// Simulates the banks of creditors under chaos: presents collections of direct debits in files, some of them twice.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChaosCustomer } from './chaos-bank.ts'

const COLLECTION_AMOUNT = 700

const lineOf = (iban: string, reference: string, due: string) => `
  <PmtInf><PmtInfId>${reference}</PmtInfId><PmtMtd>DD</PmtMtd>
    <PmtTpInf><LclInstrm><Cd>CORE</Cd></LclInstrm><SeqTp>FRST</SeqTp></PmtTpInf>
    <ReqdColltnDt>${due}</ReqdColltnDt><Cdtr><Nm>Senelec</Nm></Cdtr><CdtrAgt><FinInstnId><BICFI>CBAOSNDA</BICFI></FinInstnId></CdtrAgt>
    <CdtrSchmeId><Id><PrvtId><Othr><Id>SN27ZZZ004812</Id></Othr></PrvtId></Id></CdtrSchmeId>
    <DrctDbtTxInf><PmtId><InstrId>I-${reference}</InstrId><EndToEndId>${reference}</EndToEndId></PmtId><InstdAmt Ccy="XOF">${COLLECTION_AMOUNT}</InstdAmt>
      <DrctDbtTx><MndtRltdInf><MndtId>RUM-${reference}</MndtId><DtOfSgntr>2025-06-02</DtOfSgntr></MndtRltdInf></DrctDbtTx>
      <DbtrAcct><Id><IBAN>${iban}</IBAN></Id></DbtrAcct></DrctDbtTxInf></PmtInf>`

const messageOf = (id: string, lines: readonly string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.008.001.08"><CstmrDrctDbtInitn>
  <GrpHdr><MsgId>${id}</MsgId><CreDtTm>2028-02-24T08:00:00Z</CreDtTm><NbOfTxs>${lines.length}</NbOfTxs><InitgPty><Nm>Senelec</Nm></InitgPty></GrpHdr>${lines.join('')}
</CstmrDrctDbtInitn></Document>`

export class Creditors {
  /** The references of the collections that were presented. */
  readonly presented: string[] = []
  private readonly folder: string
  private messages = 0

  constructor(clearing: string) {
    this.folder = join(clearing, 'in/collections')
    mkdirSync(this.folder, { recursive: true })
  }

  private drop(name: string, content: string): void {
    writeFileSync(join(this.folder, `.${name}`), content)
    renameSync(join(this.folder, `.${name}`), join(this.folder, name))
  }

  /** One collection from each customer, due on that day. Every second message comes twice. */
  present(customers: readonly ChaosCustomer[], due: string): void {
    this.messages += 1
    const id = `PRLV-${this.messages}`
    const lines = customers.map(({ iban }, index) => {
      const reference = `${id}-${index}`
      this.presented.push(reference)
      return lineOf(iban, reference, due)
    })
    this.drop(`${id}.xml`, messageOf(id, lines))
    if (this.messages % 2 === 0) this.drop(`${id}-again.xml`, messageOf(id, lines))
  }
}
