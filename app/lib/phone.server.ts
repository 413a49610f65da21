import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

// Every location is in Germany (its postal code says so), so a number without a country's code is a German one.
const HOME = 'DE'
// Without area code nobody elsewhere can dial it.
const DIALLED = /^[\s(]*[+0][\d\s()/.-]*$/

/** A number as it is stored, E.164; undefined when it cannot be read as one that somebody could dial. The database says the same (internal.e164). */
export function readPhone(typed: string): string | undefined {
	// "(0)" after a country's code is not dialled from abroad, except in Italy.
	const plain = typed.replaceAll(/[\u2010-\u2015]/g, '-').replace(/^\s*((?:\+|00)(?!39)[\d ]*)\(0\)/, '$1')
	if (!DIALLED.test(plain)) return undefined
	const number = parsePhoneNumberFromString(plain, { defaultCountry: HOME, extract: false })
	return number?.isPossible() && /^\+[1-9]\d{6,14}$/.test(number.number) ? number.number : undefined
}

/** A stored number as people here write and dial it: "0171 3920091", "+43 664 1234567". What could not be read when it came stays as it is. */
export function phoneText(stored: string): string {
	if (!stored.startsWith('+')) return stored
	const number = parsePhoneNumberFromString(stored, { extract: false })
	if (!number) return stored
	return number.countryCallingCode === '49' ? number.formatNational() : number.formatInternational()
}
