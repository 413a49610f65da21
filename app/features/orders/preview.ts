import { readDate } from '#app/lib/typed-times.ts'
import { windowText } from '#app/lib/wish-windows.ts'
import { PARTS, windowsOf, windowWords } from './windows.ts'

/** The fields of the form that businesses read, as they are typed. */
export type Typed = Record<
	'was' | 'kategorie' | 'wo' | 'umkreis' | 'personen' | 'hoechstens' | 'nachricht' | 'wann' | 'von' | 'bis' | 'teil',
	string
> & { zeit: string[] }

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
		text: typed.nachricht.trim(),
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
