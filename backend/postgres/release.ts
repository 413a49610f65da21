/** Whether one release (`major.minor.patch`) came after another. */
export function isLater(release: string, than: string): boolean {
	const [a, b] = [numbersOf(release), numbersOf(than)]
	const at = a.findIndex((number, index) => number !== b[index])
	return at !== -1 && (a[at] ?? 0) > (b[at] ?? 0)
}

/** Whether two releases have compatible databases: within a minor version a database is only extended. */
export function sameMinor(one: string, other: string): boolean {
	const [a, b] = [numbersOf(one), numbersOf(other)]
	return a[0] === b[0] && a[1] === b[1]
}

function numbersOf(release: string): number[] {
	const [major = 0, minor = 0, patch = 0] = release.split('.').map((part) => Number.parseInt(part, 10) || 0)
	return [major, minor, patch]
}
