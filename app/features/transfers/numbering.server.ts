import { FILES } from '#app/features/customers/files.ts'
import { SHOWN, SOURCES } from '#app/features/pictures/picture-files.server.ts'

type Line = Record<string, unknown>
/** A picture or file that a row names: where it lies in storage, and its name in the file. */
export type Picture = { bucket: typeof SHOWN | typeof SOURCES | typeof FILES; path: string; name: string }

/** The columns that name pictures, as `<location>/<uuid>.<ending>`, or what a card has, below the company, and the folder of the file that each fills. */
const PICTURES = [
	{ column: 'path', bucket: SHOWN, folder: 'pictures' },
	{ column: 'image_path', bucket: SHOWN, folder: 'pictures' },
	{ column: 'logo_path', bucket: SHOWN, folder: 'pictures' },
	{ column: 'source_path', bucket: SOURCES, folder: 'sources' },
	{ column: 'file_path', bucket: FILES, folder: 'files' },
] as const
const PICTURE = /^[0-9a-f-]{36}\/[0-9a-f-]{36}\.(webp|avif|png|jpe?g|pdf)$/

/**
 * Replaces ids by numbers in the order in which they appear, the same for the whole file. So the same business makes the same file wherever
 * it lives, and a file cannot name a row of anybody else.
 */
export function startNumbering() {
	const numbers = new Map<string, number>()
	const numberOf = (table: string, id: string | number): number => {
		// Rows of history have numbers of their own, which `appointment_changes` repeats.
		const key = typeof id === 'number' ? `${table === 'appointment_changes' ? 'appointment_events' : table} ${id}` : id
		const number = numbers.get(key) ?? numbers.size + 1
		numbers.set(key, number)
		return number
	}
	/** A row as the file has it, and the pictures that it names. @param ids its columns that hold ids */
	return (table: string, row: Line, ids: readonly string[]): { line: Line; pictures: Picture[] } => {
		const line = { ...row }
		for (const column of ids) {
			const id = row[column]
			if (typeof id === 'string' || typeof id === 'number') line[column] = numberOf(table, id)
		}
		const pictures = PICTURES.flatMap(({ column, bucket, folder }) => {
			const path = row[column]
			const ending = typeof path === 'string' ? PICTURE.exec(path)?.[1] : undefined
			if (typeof path !== 'string' || !ending) return []
			const name = `${folder}/${Number(line.id)}.${ending}`
			line[column] = name
			return [{ bucket, path, name }]
		})
		return { line, pictures }
	}
}
