/** Actions that are possible for several appointments at once. */
export const BULK_ACTIONS = ['confirm', 'complete', 'no_show'] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

const DONE: Record<BulkAction, string> = {
	confirm: 'bestätigt',
	complete: 'als wahrgenommen vermerkt',
	no_show: 'als nicht erschienen vermerkt',
}

/** Actions that can be taken back; a confirmation has told the customer. */
export const canUndo = (action: BulkAction): boolean => action !== 'confirm'

/** The result of taking an action back in words. @param refused as for `bulkText` */
export function undoneText(done: number, refused: string[]): string {
	return inWords(
		done === 1 ? 'Ein Termin ist wieder bestätigt.' : `${done} Termine sind wieder bestätigt.`,
		done,
		refused,
	)
}

/**
 * The result in words: "2 Termine sind bestätigt. Bei einem ging es nicht: …". @param refused the database's reasons, one sentence for each
 * appointment that failed
 */
export function bulkText(action: BulkAction, done: number, refused: string[]): string {
	return inWords(
		done === 1 ? `Ein Termin ist ${DONE[action]}.` : `${done} Termine sind ${DONE[action]}.`,
		done,
		refused,
	)
}

function inWords(went: string, done: number, refused: string[]): string {
	if (refused.length === 0) return went
	const reasons = [...new Set(refused)].join(' ')
	const failed = `Bei ${refused.length === 1 ? 'einem' : String(refused.length)} ging es nicht: ${reasons}`
	return done === 0 ? failed : `${went} ${failed}`
}
