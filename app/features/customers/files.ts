/** The bucket of what is kept at customers' cards; only the server reaches it. */
export const FILES = 'customer-files'

/** The most bytes that a form may send. */
export const MOST_BYTES = 10 * 1024 * 1024

/** "120 KB", "2,4 MB" */
export function sizeText(bytes: number): string {
	const megabytes = bytes / 1024 / 1024
	if (megabytes < 1) return `${Math.max(1, Math.round(bytes / 1024))} KB`
	return `${megabytes.toLocaleString('de-DE', { maximumFractionDigits: 1 })} MB`
}

/** The name under which a file is kept: as typed, else the one that it had, without the ending that its type says anyway. */
export function fileName(typed: string, given: string): string {
	const name = typed.trim() || given.replace(/\.[A-Za-z0-9]{1,5}$/, '').trim()
	return name.slice(0, 120)
}
