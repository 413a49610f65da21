/** "45 Min.", "1 Std.", "1 Std. 15 Min." */
export function formatMinutes(minutes: number): string {
	const hours = Math.floor(minutes / 60)
	const rest = minutes % 60
	return [hours ? `${hours} Std.` : '', rest || !hours ? `${rest} Min.` : ''].filter(Boolean).join(' ')
}
