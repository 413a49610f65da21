/** How many hours before, and for how many days a test counts, unless somebody says otherwise. */
export const TEST_HOURS = 48
export const TEST_DAYS = 180

/** That a service needs a test before, in words for customers: "vorher Verträglichkeitstest, mindestens 48 Std. vor dem Termin". */
export function testNote(test: { name: string; hours: number }): string {
	return `vorher ${test.name}${test.hours > 0 ? `, mindestens ${test.hours} Std. vor dem Termin` : ''}`
}
