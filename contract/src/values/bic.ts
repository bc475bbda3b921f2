// Validates business identifier codes (ISO 9362): four letters of the institution, its country, its location, and an optional branch.
import * as z from 'zod/mini'

// ISO 3166-1, and XK, which banks of Kosovo use.
const COUNTRIES = new Set(
  (
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL ' +
    'CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU ' +
    'GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC ' +
    'MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT ' +
    'PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA ' +
    'UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'
  ).split(' '),
)

const PATTERN = /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/

export const countryOfBic = (bic: string) => bic.slice(4, 6)

/** Whether it is a BIC with an existing country. */
export const isBic = (text: string) => PATTERN.test(text) && COUNTRIES.has(countryOfBic(text))

export const Bic = z.string().check(z.refine((text) => isBic(text), { error: 'bic_invalid' }))

// Territories whose accounts have IBANs of another country (IBAN registry), while their banks have an own country code.
const TERRITORIES: Record<string, string> = {
  FR: 'GF GP MQ RE PF TF YT NC BL MF PM WF',
  GB: 'IM JE GG',
  FI: 'AX',
}

/** Whether a bank with this BIC can hold accounts of a country: `country` from the account number. */
export function isBicOf(bic: string, country: string): boolean {
  const found = countryOfBic(bic)
  return found === country || (TERRITORIES[country]?.split(' ').includes(found) ?? false)
}
