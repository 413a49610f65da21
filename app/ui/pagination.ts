/** The three page numbers to show around the current one: 1 2 3, 4 5 6, … Fewer when there are fewer pages. */
export function visiblePages(page: number, pages: number): number[] {
	const first = Math.max(1, Math.min(page - 1, pages - 2))
	return Array.from({ length: Math.min(3, pages) }, (_, index) => first + index)
}
