/** A booking number as it is written everywhere, "3F2A-91BC-7D04", however it was typed; any other text stays as typed. */
export function bookingNumber(typed: string): string {
	const digits = typed.replaceAll(/[\s\p{Dash}]/gu, '').toUpperCase()
	return /^[0-9A-F]{12}$/.test(digits) ? digits.replace(/(.{4})(.{4})(.{4})/, '$1-$2-$3') : typed
}
