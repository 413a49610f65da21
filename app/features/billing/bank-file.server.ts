import { createHash } from 'node:crypto'
import { readCsv } from '#app/lib/csv-read.ts'

/** A credit of a bank statement. @property on the day it was booked, YYYY-MM-DD */
export type BankLine = { ref: string; on: string; cents: number; payer: string; text: string }

const HEADS = {
	on: /^(buchungstag|buchungsdatum|buchung|valuta|datum|booking date)/i,
	cents: /^(betrag|umsatz|amount)/i,
	payer: /^(name zahlungsbeteiligter|beguenstigter|begünstigter|zahlungspflichtige|auftraggeber|name|payer|payee)/i,
	text: /^(verwendungszweck|buchungstext|zweck|reference|purpose)/i,
	currency: /^(währung|waehrung|currency)/i,
}

/** Reads the money that came in from a bank statement, CAMT.052/053/054 (XML) or CSV; nothing where the file is neither. */
export function readBankFile(bytes: Uint8Array): BankLine[] | undefined {
	const text = decode(bytes)
	return /^\s*(<\?xml[^>]*>\s*)?<(\w+:)?Document\b/.test(text) ? readCamt(text) : readStatement(text)
}

function decode(bytes: Uint8Array): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
	} catch {
		return new TextDecoder('windows-1252').decode(bytes)
	}
}

/** The same line in another file has the same reference. */
const refOf = (...parts: (string | number)[]): string => createHash('sha256').update(parts.join('\n')).digest('hex')

/** Gives lines that are alike, as two equal payments of a day, references of their own. */
function numbered(lines: BankLine[]): BankLine[] {
	const seen = new Map<string, number>()
	return lines.map((line) => {
		const nth = (seen.get(line.ref) ?? 0) + 1
		seen.set(line.ref, nth)
		return nth === 1 ? line : { ...line, ref: `${line.ref}:${nth}` }
	})
}

const unescaped = (text: string): string =>
	text
		.replaceAll(/&#(\d{1,6});/g, (_, code: string) => String.fromCodePoint(Math.min(Number(code), 0xffff)))
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&quot;', '"')
		.replaceAll('&apos;', "'")
		.replaceAll('&amp;', '&')

/** The contents of the elements of this name within a piece of XML; entities of a DTD are never expanded. */
function inside(xml: string, name: string): string[] {
	const found: string[] = []
	const open = new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>`, 'g')
	for (let start = open.exec(xml); start; start = open.exec(xml)) {
		const rest = xml.slice(open.lastIndex)
		const end = rest.search(new RegExp(`</(?:\\w+:)?${name}>`))
		if (end < 0) break
		found.push(rest.slice(0, end))
		open.lastIndex += end
	}
	return found
}
const first = (xml: string, name: string): string => unescaped((inside(xml, name)[0] ?? '').trim())

function readCamt(xml: string): BankLine[] {
	const lines = inside(xml, 'Ntry').flatMap((entry): BankLine[] => {
		const booked = first(entry, 'BookgDt')
		const on = /\d{4}-\d\d-\d\d/.exec(booked || first(entry, 'ValDt'))?.[0]
		const isCredit = (part: string): boolean =>
			first(part, 'CdtDbtInd') === 'CRDT' && !/<(\w+:)?Amt\b[^>]*Ccy="(?!EUR")/.test(part)
		if (!on || !isCredit(entry)) return []
		const parts = inside(entry, 'TxDtls')
		return (parts.length > 0 ? parts : [entry]).flatMap((part): BankLine[] => {
			const cents = centsOf(first(part, 'Amt') || (parts.length > 1 ? '' : first(entry, 'Amt')))
			if (!cents) return []
			const payer = first(inside(part, 'Dbtr')[0] ?? '', 'Nm')
			const text = inside(part, 'Ustrd').map(unescaped).join(' ').trim()
			const bank = first(part, 'AcctSvcrRef') || first(entry, 'AcctSvcrRef')
			return [{ ref: refOf(bank, on, cents, payer, text), on, cents, payer, text }]
		})
	})
	return numbered(lines)
}

function readStatement(text: string): BankLine[] | undefined {
	const read = readCsv(text.replace(/^\uFEFF/, ''))
	if ('brokenLine' in read) return undefined
	const at = read.rows.findIndex(
		(row) => row.some((cell) => HEADS.on.test(cell.trim())) && row.some((cell) => HEADS.cents.test(cell.trim())),
	)
	const head = read.rows[at]
	if (!head) return undefined
	const column = (which: keyof typeof HEADS): number => head.findIndex((cell) => HEADS[which].test(cell.trim()))
	const places = {
		on: column('on'),
		cents: column('cents'),
		payer: column('payer'),
		text: column('text'),
		currency: column('currency'),
	}
	const lines = read.rows.slice(at + 1).flatMap((row): BankLine[] => {
		const cell = (place: number): string => (row[place] ?? '').trim()
		const [on, cents] = [dayOf(cell(places.on)), centsOf(cell(places.cents))]
		if (!on || !cents || (places.currency >= 0 && cell(places.currency) !== 'EUR')) return []
		const [payer, said] = [cell(places.payer), cell(places.text)]
		return [{ ref: refOf(on, cents, payer, said), on, cents, payer, text: said }]
	})
	return numbered(lines)
}

/** "1.234,56", "1234.56" or "+12,00 EUR" in cents; undefined for what went out, and for what is no amount. */
export function centsOf(text: string): number | undefined {
	const amount = text.replaceAll(/[\s€+]|EUR/g, '')
	const parts = /^(\d{1,3}(?:[.,']\d{3})*|\d+)(?:[.,](\d{1,2}))?$/.exec(amount)
	if (!parts) return undefined
	const cents = Number((parts[1] ?? '').replaceAll(/\D/g, '')) * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
	return cents > 0 && cents <= 999_999_999 ? cents : undefined
}

function dayOf(text: string): string | undefined {
	const german = /^(\d{1,2})\.(\d{1,2})\.(\d{2}|\d{4})$/.exec(text)
	const [year = '', month = '', day = ''] = german
		? [german[3]?.padStart(4, '20'), german[2]?.padStart(2, '0'), german[1]?.padStart(2, '0')]
		: text.split('-')
	const date = `${year}-${month}-${day}`
	return /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(date) ? date : undefined
}
