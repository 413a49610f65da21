import { redirect } from './redirect.ts'

type Place = { page: number; total: number; size: number; hrefFor: (page: number) => string }

/** Leads an address beyond the end of a list to the last page, so that no list that has rows says it is empty. @throws a redirect */
export function requireExistingPage({ page, total, size, hrefFor }: Place): void {
	const last = Math.max(1, Math.ceil(total / size))
	if (page > last) throw redirect(hrefFor(last))
}
