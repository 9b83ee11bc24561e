import { encode } from "uqr";

/** A QR code as one SVG path: a unit square for each dark module. */
export interface Code {
	size: number;
	path: string;
}

/** Returns the QR code of an address. why on the server: the page needs no script for it. */
export const codeOf = (address: string): Code => {
	const { size, data } = encode(address, { border: 0, ecc: "M" });
	const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
	return { size, path };
};
