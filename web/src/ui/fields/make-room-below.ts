/** A window of less is one whose lower half is an open keyboard, in pixels; as `28rem` in the styles. */
const LOW = 448

/** Moves a search field to the top of a low window, for what it finds. */
export function makeRoomBelow(field: Element): void {
  if ((visualViewport?.height ?? innerHeight) < LOW) field.scrollIntoView({ block: 'start' })
}
