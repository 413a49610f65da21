/** A page of a list as its address names it, from 1 on; what cannot be read is the first. */
export function readPage(text: string | null): number {
	const page = Number(text ?? 1)
	return Number.isInteger(page) && page > 0 && page < 10_000 ? page : 1
}
