/** Loads a module once. Whoever needs it again has it in the same task; `import()` would let the page be rendered first. */
export function loadOnce<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Promise<Module> | null = null
  const forget = (error: unknown) => {
    loaded = null
    throw error
  }
  return () => (loaded ??= load().catch(forget))
}

/** `Search`: an object, because the router would take `unknown` for the search of the route. */
type Entering<Search extends object> = { preload: boolean; cause: 'preload' | 'enter' | 'stay'; search: Search }

/**
 * The `beforeLoad` of a screen that begins with data: once the guard has admitted the user, `prefetch` of its module requests them,
 * before the screen is rendered. What fails here is requested again by the screen, which shows the problem.
 */
export const prefetching =
  <Search extends object>(
    guard: (entering: { preload: boolean }) => void,
    load: () => Promise<{ prefetch: (search: Search) => void }>,
  ) =>
  (entering: Entering<Search>): void => {
    guard(entering)
    if (entering.cause !== 'enter') return
    load()
      .then(({ prefetch }) => prefetch(entering.search))
      .catch(() => null)
  }
