/** The characters of the alphabet of text messages (GSM 03.38), and those that count twice. */
const basic = new Set(
	"@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
const extended = new Set("^{}\\[~]|€\f");

/** How many units one message holds, and each of several, which carry a header. */
const sizes = { "GSM-7": { single: 160, joined: 153 }, "UCS-2": { single: 70, joined: 67 } } as const;

/** What one message costs: in minor units of the currency. */
export interface SmsPrice {
	amount: number;
	currency: string;
}

export interface SmsCount {
	/** UCS-2 as soon as one character is not of the alphabet: it then holds less. */
	encoding: keyof typeof sizes;
	/** Units of the encoding: a character that needs two counts twice. */
	units: number;
	/** How many messages are sent and paid for; 0 for an empty text. */
	segments: number;
	/** How many units the last message still holds. */
	left: number;
	/** The characters because of which it is UCS-2, each once. */
	beyond: string[];
}

/** Counts the messages that a text takes. A character of two units is never torn apart between two messages. */
export const countSms = (text: string): SmsCount => {
	const characters = [...text];
	const beyond = [...new Set(characters.filter((one) => !basic.has(one) && !extended.has(one)))];
	const encoding = beyond.length > 0 ? "UCS-2" : "GSM-7";
	const unitsOf = (one: string) => (encoding === "UCS-2" ? one.length : extended.has(one) ? 2 : 1);
	const units = characters.reduce((sum, one) => sum + unitsOf(one), 0);
	const { single, joined } = sizes[encoding];
	if (units <= single) return { encoding, units, segments: units === 0 ? 0 : 1, left: single - units, beyond };
	let [segments, used] = [1, 0];
	for (const one of characters) {
		if (used + unitsOf(one) > joined) [segments, used] = [segments + 1, 0];
		used += unitsOf(one);
	}
	return { encoding, units, segments, left: joined - used, beyond };
};
