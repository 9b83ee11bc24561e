/** Names that lead to this machine or into a private network. */
const inside = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|test|invalid|home\.arpa)$/;

/**
 * Returns why the portal does not call this address; undefined when it does. An IP address is refused altogether, because
 * it may be one of a private network in many spellings. why locally not: a receiver is tried out on one's own machine.
 */
export const refuseAddress = (
	text: string,
	{ isLocal, ownOrigin }: { isLocal: boolean; ownOrigin: string },
): string | undefined => {
	if (!URL.canParse(text)) return "Enter an address such as https://records.example.edu/hooks";
	const { protocol, hostname, username, password, origin } = new URL(text);
	if (protocol !== "https:" && !(isLocal && protocol === "http:")) return "The address must begin with https://";
	if (username !== "" || password !== "") return "The address must not hold a name or a password.";
	if (isLocal) return undefined;
	if (origin === ownOrigin) return "The address must not be this portal's own.";
	const name = hostname.replace(/\.$/, "");
	if (name.startsWith("[") || /^[\d.]+$/.test(name)) return "Enter the name of a host, not an IP address.";
	if (!name.includes(".") || inside.test(name)) return "The address must be one on the internet.";
	return undefined;
};
