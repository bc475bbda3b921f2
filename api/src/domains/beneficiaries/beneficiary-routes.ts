import * as contract from 'contract/transfers/beneficiaries.ts'
import * as lists from 'contract/transfers/beneficiary-lists.ts'
import { PER_PAGE } from 'contract/endpoint.ts'
import type { Serve } from '../../http/serve.ts'
import { listListsOf, listNamesOf, listTypesOf } from './beneficiary-list-store.ts'
import {
  changeBeneficiaryList,
  createBeneficiaryList,
  getBeneficiaryList,
  removeBeneficiaryList,
} from './beneficiary-lists.ts'
import type { BeneficiaryPorts } from './beneficiary-ports.ts'
import { type BeneficiarySearch, everyone, listBeneficiariesOf } from './beneficiary-store.ts'
import { checkAccount, withHolderCheckLimit } from './check-account.ts'
import { acceptBeneficiary, rejectBeneficiary } from './decide-beneficiary.ts'
import { exportBeneficiaries } from './export-beneficiaries.ts'
import { getBeneficiary, getBeneficiaryRib } from './get-beneficiary.ts'
import { listCountries } from './list-countries.ts'
import { removeBeneficiary } from './remove-beneficiary.ts'
import { changeBeneficiary, createBeneficiary } from './save-beneficiary.ts'
import { trustBeneficiary } from './trust-beneficiary.ts'

const searchOf = (query: contract.BeneficiaryQuery): BeneficiarySearch => ({
  ...everyone,
  search: query.search?.trim() || null,
  rail: query.rail ?? null,
  is_international: query.international === undefined ? null : query.international === 'true',
  list: query.list ?? null,
  status: query.status ?? null,
})

export function beneficiaryRoutes(serve: Serve, ports: BeneficiaryPorts) {
  const { db } = ports
  serve(contract.listCountries, ({ lang }) => listCountries(db, lang))
  serve(contract.validateIban, ({ caller, query }) => checkAccount(ports, caller, query.iban ?? '', query.name))
  serve(contract.listBeneficiaries, async ({ caller, query }) => {
    const page = { page: query.page ?? 1, per_page: PER_PAGE }
    return { ...page, ...(await listBeneficiariesOf(db, caller, searchOf(query), page)) }
  })
  serve(contract.exportBeneficiaries, ({ caller, query, lang }) =>
    exportBeneficiaries(ports, caller, { search: searchOf(query), lang }),
  )
  serve(contract.getBeneficiary, ({ caller, params }) => getBeneficiary(db, caller, params.id, ports.clock.now()))
  serve(contract.getBeneficiaryRib, ({ caller, params }) => getBeneficiaryRib(db, caller, params.id))
  serve(contract.createBeneficiary, ({ caller, confirmation, body, files, once }) =>
    withHolderCheckLimit(ports, caller, body.iban, () =>
      createBeneficiary(ports, { caller, confirmation, input: body, rib: files.rib[0], once }),
    ),
  )
  serve(contract.changeBeneficiary, ({ caller, confirmation, params, body, files }) =>
    withHolderCheckLimit(ports, caller, body.iban, () =>
      changeBeneficiary(ports, { caller, confirmation, id: params.id, input: body, rib: files.rib[0] }),
    ),
  )
  serve(contract.removeBeneficiary, ({ caller, confirmation, params }) =>
    removeBeneficiary(ports, { caller, confirmation, id: params.id }),
  )
  serve(contract.trustBeneficiary, ({ caller, confirmation, params, body }) =>
    trustBeneficiary(ports, { caller, confirmation, ...params, ...body }),
  )
  serve(contract.acceptBeneficiary, ({ caller, confirmation, params, body }) =>
    acceptBeneficiary(ports, { caller, confirmation, ...params, ...body }),
  )
  serve(contract.rejectBeneficiary, ({ caller, confirmation, params, body }) =>
    rejectBeneficiary(ports, { caller, confirmation, ...params, ...body }),
  )
  serve(lists.listBeneficiaryLists, async ({ caller, query }) => {
    const page = { page: query.page ?? 1, per_page: PER_PAGE }
    return { ...page, ...(await listListsOf(db, caller, { id: null, search: query.search?.trim() || null }, page)) }
  })
  serve(lists.listListNames, ({ caller }) => listNamesOf(db, caller.account_id))
  serve(lists.listListTypes, ({ caller }) => listTypesOf(db, caller.account_id))
  serve(lists.getBeneficiaryList, ({ caller, params }) => getBeneficiaryList(db, caller, params.id))
  serve(lists.createBeneficiaryList, ({ caller, body, once }) =>
    createBeneficiaryList(ports, { caller, input: body, once }),
  )
  serve(lists.changeBeneficiaryList, ({ caller, params, body }) =>
    changeBeneficiaryList(ports, { caller, id: params.id, change: body }),
  )
  serve(lists.removeBeneficiaryList, ({ caller, params }) => removeBeneficiaryList(ports, { caller, id: params.id }))
}
