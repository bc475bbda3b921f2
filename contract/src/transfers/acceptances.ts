// The shape of a call that signs many items with one confirmation: each item has its own outcome.
import * as z from 'zod/mini'
import { Id } from '../values/text.ts'

/** `item` names one of them, at most `max`; `outcomes` are what may become of one. */
export const acceptanceOfMany = <Item extends z.ZodMiniType, const Outcomes extends readonly string[]>(
  item: Item,
  { max, outcomes }: { max: number; outcomes: Outcomes },
) =>
  ({
    method: 'POST',
    scope: 'user',
    isConfirmed: true,
    body: z.strictObject({ items: z.array(item).check(z.minLength(1, 'required'), z.maxLength(max, 'invalid')) }),
    answer: z.array(
      z.strictObject({
        id: Id,
        outcome: z.enum(outcomes),
        /** Of a refusal, with its sentence. */
        code: z.nullable(z.string()),
        message: z.nullable(z.string()),
      }),
    ),
    refusals: ['confirmation_required'],
  }) as const
