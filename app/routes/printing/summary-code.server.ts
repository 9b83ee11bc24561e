import { encode } from "uqr";

/** A QR code as one SVG path: a unit square for each dark module. */
export interface Code {
	size: number;
	path: string;
}

/** The QR code of an address. why here: drawn by the server, it costs the page no script. */
export const codeOf = (address: string): Code => {
	const { size, data } = encode(address, { border: 0, ecc: "M" });
	const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
	return { size, path };
};
