import { readDate } from '#app/lib/typed-times.ts'
import { windowText } from '#app/lib/wish-windows.ts'
import { PARTS } from './grid.ts'
import { windowsOf, windowWords } from './windows.ts'

/** The fields of the form that businesses read, as they are typed. */
export type Typed = Record<
	'was' | 'kategorie' | 'wo' | 'umkreis' | 'personen' | 'hoechstens' | 'nachricht' | 'wann' | 'von' | 'bis' | 'teil',
	string
> & { zeit: string[] }

const CONTACT = /(?:https?:\/\/|www\.)\S+|\S+@\S+\.\w+|(?<![\d.])(?!\d{1,2}\.\d{1,2}\.)\+?\d(?:[\s/().-]*\d){6,}/gi

/** A text without the plain forms of numbers, addresses and links; internal.masked in the database finds the others, too. */
export const withoutContact = (text: string): string => text.trim().replaceAll(CONTACT, '▮')

/** What businesses will read of the form, as far as it is filled in. */
export type Preview = { title: string; lines: string[]; text: string }

/** @param category its name, for who types no words of their own @param place as the search understands it @param today local date */
export function previewOf(typed: Typed, category: string, place: string, today: string): Preview {
	const where = place || typed.wo.trim()
	const most = /^\d{1,6}(,\d{1,2})?\s*€?$/.test(typed.hoechstens.trim()) ? typed.hoechstens.replace('€', '').trim() : ''
	return {
		title: typed.was.trim() || category,
		lines: [
			[where && `${where}, ${typed.umkreis} km`, most && `bis ${most} €`].filter(Boolean).join(' · '),
			timesOf(typed, today),
			Number(typed.personen) > 1 ? `${typed.personen} Personen` : '',
		].filter(Boolean),
		text: withoutContact(typed.nachricht),
	}
}

function timesOf({ wann, zeit, von, bis, teil }: Typed, today: string): string {
	if (wann === 'egal') return 'Zeit egal'
	if (wann !== 'zeitraum') return windowWords(windowsOf(zeit, today))
	const first = readDate(von, today).value
	const last = readDate(bis, today).value || first
	if (!first || last < first) return ''
	const part = PARTS[Number(teil || '9')]
	return windowText({ first, last, weekdays: [1, 2, 3, 4, 5, 6, 7], from: part?.from ?? 0, to: part?.to ?? 1440 })
}
