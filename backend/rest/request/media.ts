import { RestError } from '../errors.ts'

export type Media = {
	kind: 'json' | 'object' | 'csv' | 'geojson' | 'plan' | 'openapi' | 'text' | 'bytes'
	/** `nulls=stripped` */
	stripped: boolean
	contentType: string
	plan?: { format: 'json' | 'text'; options: string[] }
}

const JSON_MEDIA: Media = { kind: 'json', stripped: false, contentType: 'application/json; charset=utf-8' }
const PLAN_OPTIONS = new Set(['analyze', 'verbose', 'settings', 'buffers', 'wal'])

/**
 * Chooses the first type in `Accept` that can be served; plans only with `plans`.
 * @throws RestError PGRST107 when there is none.
 */
export function readAccept(header: string | null, plans: boolean): Media {
	if (!header || header === 'application/json' || header === '*/*') return JSON_MEDIA
	const wanted = splitOutsideQuotes(header, ',').map((text) => parseType(text))
	wanted.sort((a, b) => b.quality - a.quality)
	for (const type of wanted) {
		const media = toMedia(type)
		if (media && (plans || media.kind !== 'plan')) return media
	}
	const names = wanted.map(({ name }) => name).join(', ')
	throw new RestError(406, 'PGRST107', `None of these media types are available: ${names}`)
}

type Type = { name: string; parameters: Record<string, string>; quality: number }

function parseType(text: string): Type {
	const [name = '', ...rest] = splitOutsideQuotes(text, ';').map((part) => part.trim())
	const parameters = Object.fromEntries(
		rest.map((part) => {
			const [key = '', ...value] = part.split('=')
			return [key.trim().toLowerCase(), value.join('=').replace(/^"|"$/g, '')]
		}),
	)
	const quality = Number(parameters.q ?? 1)
	return { name: name.toLowerCase(), parameters, quality: Number.isFinite(quality) ? quality : 0 }
}

function splitOutsideQuotes(text: string, separator: string): string[] {
	return text.match(new RegExp(`(?:"[^"]*"|[^${separator}"]|")+`, 'g')) ?? []
}

function toMedia({ name, parameters }: Type): Media | undefined {
	const stripped = parameters.nulls === 'stripped'
	const suffix = stripped ? '; nulls=stripped; charset=utf-8' : '; charset=utf-8'
	switch (name) {
		case 'application/json':
		case 'application/*':
		case '*/*':
			return JSON_MEDIA
		case 'application/vnd.pgrst.array+json':
		case 'application/vnd.pgrst.array':
			return { kind: 'json', stripped, contentType: `application/vnd.pgrst.array+json${suffix}` }
		case 'application/vnd.pgrst.object+json':
		case 'application/vnd.pgrst.object':
			return { kind: 'object', stripped, contentType: `application/vnd.pgrst.object+json${suffix}` }
		case 'text/csv':
			return { kind: 'csv', stripped, contentType: 'text/csv; charset=utf-8' }
		case 'text/plain':
			return { kind: 'text', stripped, contentType: 'text/plain; charset=utf-8' }
		case 'application/octet-stream':
			return { kind: 'bytes', stripped, contentType: 'application/octet-stream' }
		case 'application/geo+json':
			return { kind: 'geojson', stripped, contentType: 'application/geo+json; charset=utf-8' }
		case 'application/openapi+json':
			return { kind: 'openapi', stripped, contentType: 'application/openapi+json; charset=utf-8' }
		case 'application/vnd.pgrst.plan':
		case 'application/vnd.pgrst.plan+json':
		case 'application/vnd.pgrst.plan+text':
			return planMedia(name, parameters)
		default:
			return undefined
	}
}

function planMedia(name: string, parameters: Record<string, string>): Media {
	const format = name.endsWith('+json') ? 'json' : 'text'
	const target = parameters.for ?? 'application/json'
	const options = (parameters.options ?? '').split('|').filter((option) => PLAN_OPTIONS.has(option))
	const shown = options.length > 0 ? `; options=${options.join('|')}` : ''
	return {
		kind: 'plan',
		stripped: false,
		contentType: `application/vnd.pgrst.plan+${format}; for="${target.replace(/[^\w/+.-]/g, '')}"${shown}; charset=utf-8`,
		plan: { format, options },
	}
}
