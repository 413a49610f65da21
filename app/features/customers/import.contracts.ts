import { z } from 'zod'
import { FIELD_NAMES } from './import-fields.ts'

/** The answer of `import_progress`: rows by what became of them. */
export const importProgressContract = z.object({
	...{ waiting: z.int(), made: z.int(), known: z.int(), refused: z.int(), removed: z.int(), stays: z.int() },
})

/** A column of an import's mapping: field → number of the column, from 0. */
export const mappingContract = z.partialRecord(z.enum(FIELD_NAMES), z.int().min(0).max(59))

/** The answer of `preview_import`: what the first rows would become. */
export const importPreviewContract = z.array(
	z.object({
		...{ n: z.int(), state: z.enum(['made', 'known', 'refused']), code: z.string().nullable(), name: z.string() },
		...{ email: z.string().nullable(), phone: z.string(), other_phone: z.string(), birthday: z.string().nullable() },
		...{ tags: z.array(z.string()), note: z.string() },
	}),
)
