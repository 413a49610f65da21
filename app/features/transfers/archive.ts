import { z } from 'zod'

/** Raised when a program could no longer read older files as they are. New columns and tables do not need that. */
export const FORMAT = 1
export const MANIFEST = 'manifest.json'

/** What a file says of itself: the rows and the checksum (SHA-256, hex) of each table, in the order of import. */
export const manifestContract = z.object({
	product: z.literal('Zeitplatz'),
	format: z.int(),
	company: z.string().max(120),
	exported_at: z.string(),
	tables: z
		.array(z.object({ name: z.string().regex(/^[a-z_]{1,60}$/), rows: z.int().min(0), sha256: z.string().length(64) }))
		.max(200)
		.refine((tables) => new Set(tables.map(({ name }) => name)).size === tables.length),
	pictures: z.int().min(0),
})
export type Manifest = z.infer<typeof manifestContract>

/** The name of a table's rows in the file: JSON, one line a row. */
export const entryOf = (table: string): string => `data/${table}.ndjson`

/** The largest file that an import takes, in bytes, as large as that of an export can be; docs/export.md and the form say so. */
export const LARGEST_IMPORT = 1024 ** 3

export const EXPORTS = 'company-exports'
export const IMPORTS = 'company-imports'

/** The place of a transfer's file in its bucket. */
export const pathOf = (transfer: { id: string; company_id: string }): string =>
	`${transfer.company_id}/${transfer.id}.zip`

/** What is wrong with a file or a transfer, as a code that the page puts into words. */
export class TransferFault extends Error {
	readonly code: string
	constructor(code: string, detail = '') {
		super(`${code} ${detail}`.trim())
		this.code = code
	}
}
