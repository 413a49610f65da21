import { createElement as h, type ReactElement } from 'react'

/**
 * The limit for page rendering: a results page with 24 cards as plain elements with constant texts. It has as many elements
 * and attributes as ours (about 1,070 and 1,320), but no router, data or styles.
 */
export function bareTree(cards = 24): ReactElement {
	return h(
		'html',
		{ lang: 'de' },
		h('head', null, h('title', null, 'Friseur in Berlin'), h('meta', { name: 'robots', content: 'index' })),
		h(
			'body',
			null,
			h('header', { className: 'header' }, ...links(6)),
			h('form', { action: '/listings', role: 'search', className: 'form' }, ...fields(14)),
			h('fieldset', { className: 'filters' }, ...choices(26)),
			h('ul', { className: 'categories' }, ...entries(20)),
			h('ol', { className: 'list' }, ...cardsOf(cards)),
			h('ul', { className: 'nearby' }, ...entries(12)),
			h('footer', { className: 'footer' }, ...links(11)),
		),
	)
}

function links(count: number): ReactElement[] {
	return Array.from({ length: count }, (_, index) =>
		h('a', { key: index, href: `/seite/${index}`, className: 'link' }, `Seite ${index}`),
	)
}

function fields(count: number): ReactElement[] {
	return Array.from({ length: count }, (_, index) =>
		h(
			'label',
			{ key: index, className: 'field' },
			h('span', null, `Feld ${index}`),
			h('input', { name: `feld-${index}`, type: 'text', defaultValue: '' }),
		),
	)
}

function choices(count: number): ReactElement[] {
	return Array.from({ length: count }, (_, index) =>
		h(
			'label',
			{ key: index, className: 'choice' },
			h('input', { type: 'radio', name: 'wahl', value: String(index), form: 'suche' }),
			h('span', { className: 'words' }, `Wahl ${index}`),
			h('span', { className: 'count' }, String(index)),
		),
	)
}

function entries(count: number): ReactElement[] {
	return Array.from({ length: count }, (_, index) =>
		h('li', { key: index }, h('a', { href: `/katalog/stadt-${index}`, className: 'entry' }, `Stadt ${index}`)),
	)
}

function cardsOf(count: number): ReactElement[] {
	return Array.from({ length: count }, (_, index) =>
		h(
			'li',
			{ key: index, className: 'card' },
			h(
				'div',
				{ className: 'picture' },
				h('img', {
					src: `/storage/v1/render/image/public/bilder/${index}.webp?width=320&height=240&resize=cover`,
					srcSet: `/storage/v1/render/image/public/bilder/${index}.webp?width=320&height=240&resize=cover 1x, /storage/v1/render/image/public/bilder/${index}.webp?width=640&height=480&resize=cover 2x`,
					alt: `Bild ${index}`,
					width: 320,
					height: 240,
					loading: 'lazy',
					decoding: 'async',
					style: { backgroundColor: '#483423' },
				}),
			),
			h('h3', { className: 'name' }, h('a', { href: `/listings/salon-${index}` }, `Salon ${index}`)),
			h(
				'p',
				{ className: 'rating' },
				h('span', { className: 'stars', 'aria-hidden': true }, '★'),
				h('span', { className: 'figure' }, ' 4,8 '),
				h('span', { className: 'count' }, '(31)'),
			),
			h('p', { className: 'place' }, 'Kreuzberg, Berlin · 1,2 km'),
			h('ul', { className: 'services' }, ...servicesOf(3)),
			h('ul', { className: 'chips', 'aria-label': `Zeiten bei Salon ${index}` }, ...startsOf(4, index)),
		),
	)
}

function servicesOf(count: number): ReactElement[] {
	return Array.from({ length: count }, (_, index) =>
		h(
			'li',
			{ key: index },
			h('span', { className: 'service' }, `Leistung ${index}`),
			h('span', { className: 'facts' }, '45 Min. · ', h('b', null, '45,00 €')),
		),
	)
}

function startsOf(count: number, card: number): ReactElement[] {
	return Array.from({ length: count }, (_, index) =>
		h(
			'li',
			{ key: index },
			h(
				'a',
				{
					href: `/listings/salon-${card}/booking?service=29419183-0f52-413d-8991-924d4021d64c&start=2026-11-21T15%3A${index}0%3A00.000Z&employee=f03aef73-13ad-4480-8a50-5a6d46d8a415`,
					className: 'chip',
					rel: 'nofollow',
				},
				`heute 17:${index}0`,
			),
		),
	)
}
