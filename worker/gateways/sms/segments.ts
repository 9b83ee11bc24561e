/** What a text costs: each segment is charged as one SMS. */
export interface Segments {
	encoding: "GSM-7" | "UCS-2";
	/** Characters as they are counted: some take two places. */
	length: number;
	segments: number;
}

/** GSM 03.38, the alphabet of 160 characters; those of the second line take two places. */
const basic =
	"@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const extended = "\f^{}\\[~]|€";

/** How many SMS a text is: 160 characters in one, 153 in each of several; 70 and 67 when a letter is not in GSM's alphabet. */
export const segmentsOf = (text: string): Segments => {
	const characters = [...text.normalize("NFC")];
	const isGsm = characters.every((character) => basic.includes(character) || extended.includes(character));
	const widths = characters.map((character) => (isGsm ? (extended.includes(character) ? 2 : 1) : character.length));
	const length = widths.reduce((sum, width) => sum + width, 0);
	const [whole, part] = isGsm ? [160, 153] : [70, 67];
	const segments = length <= whole ? Number(length > 0) : countParts(widths, part);
	return { encoding: isGsm ? "GSM-7" : "UCS-2", length, segments };
};

/** why: a character of two places is not cut in two. */
const countParts = (widths: readonly number[], size: number): number => {
	let parts = 1;
	let used = 0;
	for (const width of widths) {
		if (used + width > size) {
			parts++;
			used = 0;
		}
		used += width;
	}
	return parts;
};
