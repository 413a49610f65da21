/** Settings of the realtime service. */
export type RealtimeOptions = {
	/** Messages between members of a channel and from the database; false refuses them. */
	broadcast?: boolean
	/** Lists of the members of a channel; false refuses them. */
	presence?: boolean
	/** Maximum number of sockets of one client address (for IPv6, of its first 64 bits); default 100. */
	socketsPerAddress?: number
	/** Maximum number of sockets of the process; default 10,000. */
	sockets?: number
	/** Maximum bytes of one message; default 1 MB. */
	messageBytes?: number
}
