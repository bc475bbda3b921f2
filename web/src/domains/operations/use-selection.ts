import { MAX_CHOSEN, type Operation } from 'contract/accounts/operations.ts'
import { useCallback, useRef, useState } from 'react'

/** Selected operations of a list, over its pages; on a phone selecting is a separate mode. */
export function useSelection() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isChoosing, setChoosing] = useState(false)
  // Ids that were requested before the selection was cancelled are not selected when they arrive.
  const round = useRef(0)
  const clear = useCallback(() => {
    round.current += 1
    setChosen(new Set())
    setChoosing(false)
  }, [])
  return {
    chosen,
    isChoosing,
    startChoosing: () => setChoosing(true),
    chooseFound: async (find: () => Promise<readonly string[]>) => {
      const at = round.current
      const ids = await find()
      if (at === round.current) setChosen(new Set(ids.slice(0, MAX_CHOSEN)))
    },
    toggle: ({ id }: Operation) =>
      setChosen(
        new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id].slice(0, MAX_CHOSEN)),
      ),
    clear,
  }
}
export type Selection = ReturnType<typeof useSelection>
