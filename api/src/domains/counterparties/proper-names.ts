// Gives words of the bank's wording, which is in capitals without accents, the case and the accents of a reader.
import { memoized } from './memoized.ts'

const sentence = (text: string) =>
  text
    .trim()
    .split(/\s+/u)
    .map((pair) => pair.split('=') as [string, string])

// Words whose accents are lost in capitals, in the form that they have inside a sentence.
const ACCENTS: ReadonlyMap<string, string> = new Map(
  sentence(`
  assuree=assurée aout=août
  beneficiaire=bénéficiaire beneficiaires=bénéficiaires benin=Bénin cafe=café cheque=chèque cheques=chèques chequier=chéquier
  cooperative=coopérative cote=côte creance=créance credit=crédit crediteurs=créditeurs debit=débit deblocage=déblocage
  decembre=décembre declaration=déclaration depot=dépôt depots=dépôts echeance=échéance ecole=école
  electricite=électricité electronique=électronique elevage=élevage epargne=épargne epicerie=épicerie equipement=équipement
  etablissement=établissement etablissements=établissements etat=État etranger=étranger etude=étude etudes=études executes=exécutés
  federation=fédération fevrier=février fete=fête genie=génie hopital=hôpital hotel=hôtel impayee=impayée
  impaye=impayé impot=impôt impots=impôts interet=intérêt interets=intérêts karite=karité lycee=lycée marche=marché
  materiel=matériel medicaments=médicaments menage=ménage metier=métier meteo=météo ministere=ministère
  negoce=négoce nivellement=nivellement numero=numéro operation=opération patisserie=pâtisserie peage=péage peche=pêche
  pelerinage=pèlerinage prelevement=prélèvement prepayee=prépayée president=président pret=prêt prets=prêts
  prevoyance=prévoyance qualite=qualité recue=reçue recu=reçu reglement=règlement regularisation=régularisation rejete=rejeté
  remunere=rémunéré remontee=remontée retourne=retourné releve=relevé releves=relevés reunion=réunion sante=santé scolarite=scolarité securite=sécurité
  societe=société supermarche=supermarché superette=supérette telephone=téléphone television=télévision
  tresor=Trésor tresorerie=trésorerie universite=université verse=versé vetements=vêtements veterinaire=vétérinaire`),
)

// Names of places, people and companies, as they are written.
const PROPER_NAMES: ReadonlyMap<string, string> = new Map(
  sentence(`
  aissatou=Aïssatou almadies=Almadies gouloise=Gouloise ba=Bâ cisse=Cissé conde=Condé dakar=Dakar deme=Dème diedhiou=Diédhiou dioudie=Dioudié djoliba=Djoliba
  fatick=Fatick foire=Foire gimtel=GIMTEL grand-yoff=Grand-Yoff guinee=Guinée hann=Hann helene=Hélène jappo=Jappo joal=Joal
  kaolack=Kaolack karabane=Karabane kebe=Kébé kedougou=Kédougou keita=Keïta ker=Kër keur=Keur kolda=Kolda liberte=Liberté
  lome=Lomé louga=Louga mane=Mané massalik=Massalik matam=Matam mbour=Mbour medina=Médina mermoz=Mermoz ndiaye=Ndiaye
  ngone=Ngoné ngor=Ngor niary=Niary ouakam=Ouakam parcelles=Parcelles pikine=Pikine plateau=Plateau rufisque=Rufisque
  sacre-coeur=Sacré-Cœur saint-louis=Saint-Louis saloum=Saloum saly=Saly sandaga=Sandaga sane=Sané sene=Sène senegal=Sénégal
  senelec=Senelec sen'eau=Sen’Eau station-service=Station-service sonatel=Sonatel tabaski=Tabaski korite=Korité tamkharit=Tamkharit tambacounda=Tambacounda
  teranga=Téranga thiaroye=Thiaroye thies=Thiès thiebou=Thiébou toure=Touré touba=Touba wave=Wave woyofal=Woyofal
  yakaar=Yakaar yoff=Yoff ziguinchor=Ziguinchor xelcom=Xelcom orange=Orange expresso=Expresso`),
)

// First and last names without accents that are frequent in Senegal.
const PEOPLE = new Set(
  `
  abdoulaye adja alassane aliou alioune amadou aminata anta arame assane astou awa babacar bineta boubacar cheikh codou coumba daouda
  dieynaba fanta fatou gora ibrahima khadim khady lamine mamadou mariama modou moussa moustapha ndeye ousmane oumy pape penda rama rokhaya
  saliou seynabou sokhna souleymane thierno yacine badiane badji beye camara cissokho coly diagne diallo diarra diatta dieng diop diouf fall faye
  gaye gning gueye kane ly mbaye mbengue mendy ndao ndour niang sagna samb sarr seck sow sy tall thiam wade`
    .trim()
    .split(/\s+/u),
)

// Abbreviations that stay in capitals.
const ABBREVIATIONS = new Set(
  `atm bceao bic bicis bndes cb cbao cfa css dat dgid eur f fcfa fr gab gie gim hlm iban ipres irc ird kfc onas pme ras rib rtgs sa sar
  sarl sas sci sde senum sica sms snc sodeco star suarl swift taf tpe ttc tva uemoa usd vdn xof xaf`.split(/\s+/u),
)

/** Words of a name that stay in small letters, except at its beginning. */
const SMALL = new Set('a au aux d de des du en et l par pour sur'.split(' '))
const ARTICLES = new Set('la le les'.split(' '))

const isCode = (word: string) => /\d/u.test(word) || (word.length > 1 && !/[aeiouy]/iu.test(word))
const capitalised = (word: string) =>
  word.replace(/(^|[-'’(])(\p{L})/gu, (_, before: string, letter: string) => `${before}${letter.toUpperCase()}`)

const properCase = memoized((word): { text: string; isProper: boolean } => {
  const plain = word.toLowerCase()
  const proper = PROPER_NAMES.get(plain)
  if (proper) return { text: proper, isProper: true }
  if (PEOPLE.has(plain)) return { text: capitalised(plain), isProper: true }
  if (ABBREVIATIONS.has(plain)) return { text: plain.toUpperCase(), isProper: true }
  if (isCode(word)) return { text: word, isProper: true }
  const parts = plain.split('-')
  if (parts.length > 1) {
    const read = parts.map((part) => (part === '' ? { text: '', isProper: false } : properCase(part)))
    return { text: read.map(({ text }) => text).join('-'), isProper: read.every(({ isProper }) => isProper) }
  }
  return { text: ACCENTS.get(plain) ?? plain, isProper: false }
})

/** Whether a text is the wording of a program: in capitals throughout. */
export const isInCapitals = (text: string) => /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text)

const splitName = (text: string) => text.replaceAll('’', "'").trim().split(/\s+/u).filter(Boolean)
const withFirstCapital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Capitals in sentence case: figures, codes and proper names are kept. */
export const sentenceCase = memoized((text): string => {
  const terms = splitName(text).map((word) => properCase(word).text)
  // A code at the beginning of an unknown wording is a word like the others.
  const [first = '', ...others] = terms
  const begin = /^\p{Lu}{2,}$/u.test(first) && !ABBREVIATIONS.has(first.toLowerCase()) ? first.toLowerCase() : first
  return withFirstCapital([begin, ...others].join(' ')).replaceAll("'", '’')
})

/** Capitals as a name: each word has a capital, except articles. */
export function nameCase(text: string): string {
  const terms = splitName(text).map((word, index, all) => {
    const plain = word.toLowerCase()
    if (index > 0 && SMALL.has(plain)) return plain
    // "Banque de la Teranga", and "Boulangerie La Gouloise".
    if (index > 0 && ARTICLES.has(plain) && ['de', 'à'].includes(all[index - 1]?.toLowerCase() ?? '')) return plain
    const { text: read, isProper } = properCase(word)
    return isProper && !isCode(word)
      ? read
      : capitalised(isCode(word) && !/\d/u.test(word) && !ABBREVIATIONS.has(plain) ? plain : read)
  })
  return terms.join(' ').replaceAll("'", '’')
}

const NAME_MAX_LENGTH = 60
/** A name of at most 60 characters. */
export const shortName = (name: string) =>
  name.length <= NAME_MAX_LENGTH ? name : `${name.slice(0, NAME_MAX_LENGTH - 1).trimEnd()}…`
