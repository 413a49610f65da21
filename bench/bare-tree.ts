import { createElement as h, type ReactElement } from 'react'

/**
 * The limit that page rendering is compared with: a results page with 24 cards as plain elements with constant texts,
 * about as many elements and attributes as ours, without router, data or styles.
 */
export function bareTree(cards = 24): ReactElement {
	return h(
		'html',
		{ lang: 'de' },
		h('head', null, h('title', null, 'Friseur in Berlin'), h('meta', { name: 'robots', content: 'index' })),
		h(
			'body',
			null,
			h('header', null, ...links(6)),
			h('form', null, ...fields(14)),
			h('ul', null, ...cardsOf(cards)),
			h('footer', null, ...links(9)),
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

function cardsOf(count: number): ReactElement[] {
	return Array.from({ length: count }, (_, index) =>
		h(
			'li',
			{ key: index, className: 'card' },
			h(
				'picture',
				null,
				h('source', { type: 'image/avif', srcSet: `/bild/${index}.avif 1x, /bild/${index}@2.avif 2x` }),
				h('source', { type: 'image/webp', srcSet: `/bild/${index}.webp 1x, /bild/${index}@2.webp 2x` }),
				h('img', { src: `/bild/${index}.jpg`, alt: `Bild ${index}`, width: 400, height: 260, loading: 'lazy' }),
			),
			h('h3', null, h('a', { href: `/listings/salon-${index}` }, `Salon ${index}`)),
			h('p', { className: 'rating' }, h('span', { className: 'stars' }, '★'), ' 4,8 ', h('span', null, '(31)')),
			h('p', { className: 'place' }, 'Kreuzberg, Berlin · 1,2 km'),
			h('ul', null, ...servicesOf(3)),
			h('ul', null, ...startsOf(3, index)),
		),
	)
}

function servicesOf(count: number): ReactElement[] {
	return Array.from({ length: count }, (_, index) =>
		h(
			'li',
			{ key: index },
			h('span', null, `Leistung ${index}`),
			h('span', null, '45 Min.'),
			h('span', null, '45,00 €'),
		),
	)
}

function startsOf(count: number, card: number): ReactElement[] {
	return Array.from({ length: count }, (_, index) =>
		h(
			'li',
			{ key: index },
			h('a', { href: `/listings/salon-${card}/booking?start=${index}`, className: 'chip' }, `heute 17:${index}0`),
		),
	)
}
