/** A piece of the driver's source that occurs there exactly once, and its replacement. */
export type Mend = { file: 'connection.js' | 'index.js'; find: string; put: string }

// docs/decisions/014-driver.md describes the faults that these replacements cure. Each has a test in driver.test.ts
// that fails without it.
export const MENDS: Mend[] = [
	// A query was queued before its parameters were written. If writing them failed, the query got the answer to the next one. The hook
	// (see below) runs first.
	{
		file: 'connection.js',
		find: 'query\n        ? sent.push(q)\n        : (query = q, query.active = true)\n\n      build(q)\n      return write(toBuffer(q))',
		put: `build(q)
			const bytes = toBuffer(q)
			query ? sent.push(q) : (query = q, query.active = true)
			q.options.onexecute && q.options.onexecute(connection)
			return write(bytes)`,
	},
	{
		file: 'connection.js',
		find: 'sent.length === 0 && write(Sync)\n      errored(error)',
		put: 'query || (query = q, write(Sync))\n      queryError(q, error)',
	},
	// A full pipeline kept the hook from running, so that a transaction began without a connection of its own.
	{
		file: 'connection.js',
		find: '(!q.options.onexecute || q.options.onexecute(connection))',
		put: '!q.options.onexecute',
	},
	// A query that waited, for example for a password, must not write to a socket that has closed in the meantime.
	{
		file: 'connection.js',
		find: 'const x = socket.write(chunk, fn)',
		put: 'const x = socket !== null && socket.write(chunk, fn)',
	},
	// Sending all waiting bytes does not make a reserved connection free.
	{
		file: 'connection.js',
		find: '!query && onopen(connection)',
		put: '!query && !connection.reserved && onopen(connection)',
	},
	// A connection that was ended while it waited to reconnect stays ended.
	{
		file: 'connection.js',
		find: 'terminated = false\n    backendParameters',
		put: 'if (terminated) return\n    backendParameters',
	},
	{
		file: 'connection.js',
		find: 'setTimeout(connect, closedTime',
		put: 'terminated = false\n    setTimeout(connect, closedTime',
	},
	// The end of a copy into a table kept waiting for an answer after the connection was lost.
	{
		file: 'connection.js',
		find: 'stream && (stream.destroy(err), stream = null)\n',
		put: 'stream && (stream.destroy(err), stream = null)\n    final && (final(err), final = null)\n',
	},
	// All work under way ends with its connection. None of it may reach the next connection: no bytes, queries, rows or errors.
	{
		file: 'connection.js',
		find: "if (initial)\n      return reconnect()\n\n    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))",
		put: `const lost = Errors.connection('CONNECTION_CLOSED', options)
		const first = options.host[retries + 1] ? initial : null
		first && (initial = null)
		errored(lost)
		while (sent.length) queryError(sent.shift(), lost)
		chunk = nextWriteTimer = query = results = errorResponse = null
		result = new Result()
		rows = 0
		if (first) return (initial = first, reconnect())`,
	},
	// A caller that waits for the end of a connection must also be told when it closes by itself.
	{
		file: 'connection.js',
		find: "onclose(connection, Errors.connection('CONNECTION_CLOSED', options, socket))",
		put: `onclose(connection, lost)
		ended && !initial && (ended(), ending = ended = null)`,
	},
	// A query that failed after some rows left its row count to the next query, whose answer began with that many
	// holes.
	{
		file: 'connection.js',
		find: 'query = results = errorResponse = null\n    result = new Result()',
		put: 'query = results = errorResponse = null\n    rows = 0\n    result = new Result()',
	},
	// The driver's own first query, for types, can fail as well. Without these types arrays would be read as text.
	{
		file: 'connection.js',
		find: 'initial.reserve && (initial = null)\n        return fetchArrayTypes()',
		put: 'return fetchArrayTypes().catch(() => socket && socket.destroy())',
	},
	// A caller that reserves gets the connection that was opened for it, and an error when none can be opened.
	{
		file: 'connection.js',
		find: 'initial && !initial.reserve && execute(initial)\n      options.shared.retries = retries = 0\n      initial = null\n      return',
		put: `options.shared.retries = retries = 0
			const opened = initial
			initial = null
			return opened.reserve ? opened.reserve(connection) : execute(opened)`,
	},
	{
		file: 'index.js',
		find: 'const query = { reserve: resolve, reject }\n        queries.push(query)\n        closed.length && connect(closed.shift(), query)',
		put: `const query = { reserve: (c) => resolve(move(c, reserved)), reject }
			closed.length ? connect(closed.shift(), query) : queries.push(query)`,
	},
	// A reserved connection that is lost or released belongs to others, so its former owner must not send anything to it.
	{
		file: 'index.js',
		find: 'c.reserved.release = true\n',
		put: `c.reserved.release = true
		let over = null
		c.onclose = (error) => {
			over = error
			while (queue.length) queue.shift().reject(error)
		}
`,
	},
	{
		file: 'index.js',
		find: 'sql.release = () => {\n',
		put: `sql.release = () => {
			if (over) return
			over = Errors.generic('CONNECTION_RELEASED', 'The reserved connection has been released')
			c.onclose = null
`,
	},
	{
		file: 'index.js',
		find: 'function handler(q) {\n      c.queue',
		put: 'function handler(q) {\n      if (over) return q.reject(over)\n      c.queue',
	},
	// The same for a transaction, because its function can continue after the transaction has ended.
	{
		file: 'index.js',
		find: ', connection\n      , prepare = null\n',
		put: `, connection
			, over = null
			, prepare = null

		const finish = (error) => {
			over = over || error
			while (queries.length) queries.shift().reject(over)
		}
`,
	},
	{
		file: 'index.js',
		find: 'connection.onclose = reject)\n      ])\n    } catch (error) {\n      throw error\n    }',
		put: `connection.onclose = (error) => (finish(error), reject(error)))
			])
		} finally {
			finish(Errors.generic('TRANSACTION_ENDED', 'The transaction has ended'))
		}`,
	},
	{
		file: 'index.js',
		find: 'q.catch(e => uncaughtError || (uncaughtError = e))\n',
		put: 'q.catch(e => uncaughtError || (uncaughtError = e))\n        if (over) return q.reject(over)\n',
	},
	{ file: 'index.js', find: 'export default Postgres\n', put: 'Postgres.mended = true\nexport default Postgres\n' },
]
