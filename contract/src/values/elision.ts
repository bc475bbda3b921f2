const VOWEL = /^[aeiouàâäéèêëîïôöùûü]/i
/** Begins with a vowel in writing and a consonant in speech: Ouakam does, Ousmane does not. */
const SPOKEN_AS_CONSONANT = /^(?:ou[aeéèi]|onz)/i
/** An initial h or y before which French drops the vowel: Hélène, Henri, Yves; not Hawa, Habib, Yacine. */
const MUTE = /^(?:h(?:[ée][ln]|er|il|ip|on|or|ôp|ôt|ub|ug|y)|y[^aeiouéè])/i

/** "de" before a name in French: d’Awa, d’Hélène, de Moussa. */
export const ofFrench = (name: string): string =>
  (VOWEL.test(name) && !SPOKEN_AS_CONSONANT.test(name)) || MUTE.test(name) ? `d’${name}` : `de ${name}`
