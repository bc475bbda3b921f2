import type { AuditAction } from 'contract/access/audit-labels.ts'

/** Acts of operators on no account: they are in the audit log of the bank only. No customer reads them, so that they have no label. */
export type BankAct =
  | 'bank.backup'
  | 'bank.restore'
  | 'bank.set'
  | 'banks.publish'
  | 'banks.remove'
  | 'branches.publish'
  | 'chequebooks.publish'
  | 'clearing.read'
  | 'codes.publish'
  | 'correspondents.publish'
  | 'day.close'
  | 'holidays.publish'
  | 'instant.difference'
  | 'instant.guarantee'
  | 'instant.proof'
  | 'job.run'
  | 'journal.verify'
  | 'ledger.audit'
  | 'managers.add'
  | 'managers.change'
  | 'managers.remove'
  | 'offers.publish'
  | 'parameters.set'
  | 'rates.publish'
  | 'years.archive'

/** What an event of the audit log may record. */
export type RecordedAction = AuditAction | BankAct
