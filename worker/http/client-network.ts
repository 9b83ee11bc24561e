/**
 * Returns the part of a client's address that one user cannot change at will: an IPv4 address, or the /64 of an IPv6
 * address. Text that is no address is returned as it is.
 */
export const clientNetwork = (address: string): string => {
	const url = `http://[${address}]`;
	if (!address.includes(":") || !URL.canParse(url)) return address;
	const [before = "", after] = new URL(url).hostname.slice(1, -1).split("::");
	const [left, right] = [groupsOf(before), groupsOf(after ?? "")];
	const groups = [...left, ...Array<string>(8 - left.length - right.length).fill("0"), ...right];
	// why: an IPv4 address in IPv6 notation (`::ffff:192.0.2.1`) shares its first half with all others.
	const isMapped = groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff";
	return isMapped ? groups.slice(6).flatMap(bytesOf).join(".") : `${groups.slice(0, 4).join(":")}::/64`;
};

const groupsOf = (text: string): string[] => (text === "" ? [] : text.split(":"));

const bytesOf = (group: string): number[] => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255];
