/** The page number in the address of a list, from 1 on; 1 when it cannot be read. */
export function readPage(text: string | null): number {
	const page = Number(text ?? 1)
	return Number.isInteger(page) && page > 0 && page < 10_000 ? page : 1
}
