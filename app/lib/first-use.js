{
	const given = new URLSearchParams(location.hash.slice(1))
	if (given.get('access_token') || given.get('error') || given.get('error_code')) {
		history.replaceState(history.state, '', location.pathname + location.search)
		if (!/[?&](fehler|error)/.test(location.search)) {
			const form = document.createElement('form')
			Object.assign(form, { method: 'post', action: '/auth/link' })
			for (const [name, value] of given) form.append(Object.assign(document.createElement('input'), { name, value }))
			form.hidden = true
			document.body.append(form)
			form.submit()
		}
	}

	const SCROLL = 'react-router-scroll-positions'
	const RELOADED = 'zeitplatz-reloaded-for'
	const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin']
	const page = JSON.parse(document.getElementById('seite').textContent)
	let started = false
	let changed
	const shown = location.pathname + location.search
	const leave = () => {
		if (location.pathname + location.search !== shown) location.reload()
	}
	addEventListener('popstate', leave)

	const tabs = new BroadcastChannel('zeitplatz-auth')
	const tell = () => {
		const event = /(?:^|; )zeitplatz-event=(\w+)/.exec(document.cookie)?.[1]
		if (event) {
			document.cookie = 'zeitplatz-event=; Path=/; Max-Age=0'
			tabs.postMessage({ event })
		}
		return event
	}
	tell()
	const hear = ({ data }) => {
		if (data.event !== 'TOKEN_REFRESHED') location.reload()
	}
	tabs.addEventListener('message', hear)
	window.zeitplatzTabs = { tabs, tell, hear }

	if (!history.state?.key) history.replaceState({ key: Math.random().toString(32).slice(2) }, '')
	const position = (forget) => {
		try {
			const all = JSON.parse(sessionStorage.getItem(SCROLL) ?? '{}')
			const { key } = history.state
			if (forget) delete all[key]
			else if (typeof all[key] === 'number') scrollTo(0, all[key])
			if (forget) sessionStorage.setItem(SCROLL, JSON.stringify(all))
		} catch {}
	}
	if (history.scrollRestoration === 'manual') position(false)

	const remember = (event) => {
		changed = event.target
	}
	document.addEventListener('change', remember)
	let sent
	const once = (event) => {
		if (event.target.method !== 'post') return
		if (sent === event.target) event.preventDefault()
		sent = event.target
	}
	addEventListener('submit', once)
	addEventListener('pageshow', () => {
		sent = undefined
	})
	window.zeitplatzHydrated = () => {
		removeEventListener('submit', once)
		document.removeEventListener('change', remember)
		removeEventListener('popstate', leave)
		changed?.dispatchEvent(new Event('change', { bubbles: true }))
	}

	const load = async () => {
		for (const href of page.preload) {
			document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
		}
		for (const file of page.before) await import(file)
		const modules = {}
		const files = Object.entries(page.modules)
		await Promise.all(files.map(async ([id, file]) => Object.assign(modules, { [id]: await import(file) })))
		const stream = new Blob([document.getElementById('daten').textContent]).stream()
		Object.assign(window, {
			__reactRouterContext: { ...page.context, stream },
			__reactRouterManifest: page.manifest,
			__reactRouterRouteModules: modules,
		})
		position(true)
		await import(page.entry)
	}
	const start = (sign) => {
		if (started || (sign?.type === 'pointermove' && !sign.movementX && !sign.movementY)) return
		started = true
		for (const sign of SIGNS) removeEventListener(sign, start, true)
		load().catch(() => {
			if (page.waits || sessionStorage.getItem(RELOADED) === page.build) return
			sessionStorage.setItem(RELOADED, page.build)
			location.reload()
		})
	}
	if (page.waits) for (const sign of SIGNS) addEventListener(sign, start, { capture: true, passive: true })
	else if (document.hidden) start()
	else requestAnimationFrame(() => setTimeout(start))
}
