// The texts of the demo's operations: places, shops and names. People and shops are fictional.

import type { SeededRandom } from './seeded-random.ts'

export const districts = [
  'MERMOZ',
  'SACRE-COEUR',
  'YOFF',
  'MEDINA',
  'OUAKAM',
  'LIBERTE 6',
  'POINT E',
  'SANDAGA',
  'NGOR',
  'HLM',
]

export type Shop = { name: string; label: string; category: string; least: number; max: number }

export const groceries: Shop[] = [
  { name: 'Supermarché Kër Gi', label: 'PAIEMENT CB SUPERMARCHE', category: 'Alimentation', least: 3_500, max: 45_000 },
  {
    name: 'Épicerie Jambaar',
    label: 'PAIEMENT CB EPICERIE JAMBAAR',
    category: 'Alimentation',
    least: 1_500,
    max: 18_000,
  },
  {
    name: 'Boulangerie La Gouloise',
    label: 'PAIEMENT CB BOULANGERIE LA GOULOISE',
    category: 'Alimentation',
    least: 700,
    max: 4_500,
  },
  {
    name: 'Restaurant Thiébou Penda',
    label: 'PAIEMENT CB RESTAURANT THIEBOU PENDA',
    category: 'Alimentation',
    least: 3_000,
    max: 22_000,
  },
]

export const otherShops: Shop[] = [
  {
    name: 'Boutique Wax & Bazin',
    label: 'PAIEMENT CB BOUTIQUE WAX & BAZIN',
    category: 'Divers',
    least: 8_000,
    max: 75_000,
  },
  {
    name: 'Librairie Quatre Vents du Saloum',
    label: 'PAIEMENT CB LIBRAIRIE QUATRE VENTS',
    category: 'Scolarité',
    least: 2_500,
    max: 30_000,
  },
  {
    name: 'Garage Yoff Auto',
    label: 'PAIEMENT CB GARAGE YOFF AUTO',
    category: 'Transport et carburant',
    least: 12_000,
    max: 60_000,
  },
  { name: 'Hôtel Ndar Rive', label: 'PAIEMENT CB HOTEL NDAR RIVE', category: 'Divers', least: 25_000, max: 90_000 },
]

const firstNames = [
  'Abdoulaye, Adja, Aïssatou, Alassane, Aliou, Amadou, Aminata, Anta, Arame, Assane, Astou, Babacar, Bineta, Boubacar, Cheikh',
  'Codou, Coumba, Daouda, Dieynaba, El Hadji, Fanta, Fatou, Gora, Ibrahima, Khadim, Khady, Lamine, Mame Diarra, Mamadou, Mariama',
  'Modou, Moussa, Ndeye, Ngoné, Ousmane, Oumy, Pape, Rama, Rokhaya, Saliou, Seynabou, Sokhna, Souleymane, Thierno, Yacine',
].flatMap((line) => line.split(', '))
const lastNames = [
  'Badiane, Badji, Bâ, Beye, Camara, Cissé, Cissokho, Coly, Dème, Diagne, Diallo, Diarra, Diatta, Dieng, Diédhiou',
  'Diop, Diouf, Fall, Faye, Gaye, Gning, Gueye, Kane, Kébé, Ly, Mané, Mbaye, Mbengue, Mendy, Ndao',
  'Ndiaye, Ndour, Niang, Sagna, Samb, Sané, Sarr, Seck, Sène, Sow, Sy, Tall, Thiam, Touré, Wade',
].flatMap((line) => line.split(', '))

export const personName = (random: SeededRandom) => `${random.pick(firstNames)} ${random.pick(lastNames)}`

/** Upper case without accents, as in the labels of operations. */
export const capitals = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
