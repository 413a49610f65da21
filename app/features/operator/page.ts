/** The page number in an address, from 1 on. */
export function readPage(url: URL): number {
	const typed = Number(url.searchParams.get('seite') ?? '1')
	return Number.isInteger(typed) && typed >= 1 && typed <= 10_000 ? typed : 1
}
