import { z } from 'zod'

// JSON answers of the verbs of supabase/schemas/95_transfers.

export const claimContract = z
	.object({ id: z.uuid(), company_id: z.uuid(), direction: z.enum(['export', 'import']), attempt: z.int() })
	.nullable()
export const collectedContract = z.object({
	rows: z.int(),
	tables: z.array(z.object({ part: z.int(), name: z.string(), ids: z.array(z.string()) })),
})
export const rowsContract = z.array(z.object({ n: z.int(), part: z.int(), line: z.record(z.string(), z.unknown()) }))
export const picturesContract = z.array(z.object({ name: z.string(), bucket: z.string(), path: z.string() }))
export type Claim = NonNullable<z.infer<typeof claimContract>>
