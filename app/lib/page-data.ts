/** What a loader hands to its page: a text of JSON, or null when it is in a block of the page itself. */
export type PageData<Data> = { text: string | null; readonly of?: Data }

/** Id of the block; no element of any page has it. */
export const BLOCK = 'seitendaten'

// Data that this process wrote itself, so that rendering on the server need not parse them again.
const written = new WeakMap<PageData<unknown>, unknown>()

/** Makes the data of a page known to its rendering in the same process. */
export function keepPageData<Data>(page: PageData<Data>, data: Data): PageData<Data> {
	written.set(page, data)
	return page
}

/** The data as the loader wrote them. */
export function readPageData<Data>(page: PageData<Data>): Data {
	return (written.get(page) ?? JSON.parse(page.text ?? document.getElementById(BLOCK)?.textContent ?? '')) as Data
}
