/** Marks a journey that is the same on a phone: it runs once, on the desktop. */
export const ONCE = { tag: '@once' }
