import { MAX_CHOSEN, type Operation } from 'contract/accounts/operations.ts'
import { useCallback, useState } from 'react'

/** Selected operations of a list, over its pages; on a phone selecting is a separate mode. */
export function useSelection() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isChoosing, setChoosing] = useState(false)
  const clear = useCallback(() => {
    setChosen(new Set())
    setChoosing(false)
  }, [])
  return {
    chosen,
    isChoosing,
    startChoosing: () => setChoosing(true),
    choose: (ids: readonly string[]) => setChosen(new Set(ids.slice(0, MAX_CHOSEN))),
    toggle: ({ id }: Operation) =>
      setChosen(
        new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id].slice(0, MAX_CHOSEN)),
      ),
    clear,
  }
}
export type Selection = ReturnType<typeof useSelection>
