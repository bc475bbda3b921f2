// The values that each parameter of the bank may have: outside of them a flow that reads it fails, or never ends. Pure.
import { MAX_TOPUP } from 'contract/products/card-topups.ts'

type Bounds = readonly [least: number, greatest: number]

/** Far above any order, far below what the amounts of the ledger can hold. */
const amount: Bounds = [0, 1_000_000_000_000]
/** A limit of 0 would forbid every order. */
const limit: Bounds = [1, 1_000_000_000_000]
/** Hundredths of a percent. */
const basisPoints: Bounds = [0, 10_000]
/** Due orders leave from 7:00 on; with a cut-off at that time or before they would be postponed for ever. */
const cutOff: Bounds = [8 * 60, 24 * 60 - 1]
const flag: Bounds = [0, 1]
/** Up to 60 days. */
const hours: Bounds = [0, 1_440]

const bounds: Readonly<Record<string, Bounds>> = {
  access_delay_hours: hours,
  break_min_days: [0, 3_660],
  break_rate_reduction: basisPoints,
  card_authorisation_days: [0, 90],
  card_holding_cap: amount,
  card_monthly_cap: amount,
  card_prefix: [100_000, 999_999],
  card_withdrawal_limit: amount,
  cheque_stop_fee: amount,
  chequebook_days: [0, 90],
  company_single_signature_limit: limit,
  exchange_commission_basis_points: basisPoints,
  exchange_commission_min: amount,
  exchange_control_months: flag,
  exchange_rate_minutes: [1, 1_440],
  factor_amount: [-1, amount[1]],
  factor_grace_days: [0, 365],
  factor_link: flag,
  factor_sign_in: [0, 2],
  first_payment_cap: amount,
  former_signer_hours: hours,
  goods_domiciliation_threshold: amount,
  individual_day_limit: limit,
  individual_operation_limit: limit,
  instant_company_fee: amount,
  instant_guarantee_warning: amount,
  large_value_threshold: amount,
  new_payee_free_amount: amount,
  new_payee_hours: hours,
  no_document_tolerance: amount,
  overdraft_excess_rate: basisPoints,
  overdraft_rate: basisPoints,
  // Older top-ups that wait are not counted in the caps of cards.
  pending_order_days: [1, 60],
  refund_days: [0, 400],
  sica_cut_off: cutOff,
  sica_fee: amount,
  sica_regional_fee: amount,
  star_cut_off: cutOff,
  star_fee: amount,
  swift_cut_off: cutOff,
  swift_fee_basis_points: basisPoints,
  swift_fee_max: amount,
  swift_fee_min: amount,
  swift_our_fee: amount,
  // The ledger stores the rate of a tax below 100 %, also that of a rounded tax on a fee of one franc.
  taf_basis_points: [0, 3_000],
  topup_fee_basis_points: basisPoints,
  topup_fee_max: amount,
  topup_fee_min: amount,
  topup_max: [1, MAX_TOPUP],
  topup_min: [1, MAX_TOPUP],
  tta_basis_points: basisPoints,
  tta_cap: amount,
  tta_on_account_transfers: flag,
  usury_rate: basisPoints,
}

/** The first of a pair is at most the second. */
const pairs = [
  ['swift_fee_min', 'swift_fee_max'],
  ['topup_fee_min', 'topup_fee_max'],
  ['topup_min', 'topup_max'],
] as const

/** The range of a parameter beside the others in force; null where the bank has no such parameter. */
export function boundsOf(name: string, inForce: ReadonlyMap<string, number>): Bounds | null {
  const own = bounds[name]
  if (!own) return null
  const least = pairs.find(([, high]) => high === name)?.[0]
  const greatest = pairs.find(([low]) => low === name)?.[1]
  return [(least && inForce.get(least)) ?? own[0], (greatest && inForce.get(greatest)) ?? own[1]]
}
