import { platformNamed } from "#worker/contract/payment-platforms";
import { shiftDay } from "#worker/contract/text/read-day";

/** What the words of a search say of the payments that are meant; the rest is searched for. */
export interface PaymentWords {
	status?: "PENDING" | "SUCCESS" | "FAILED";
	platform?: string;
	startDate?: string;
	endDate?: string;
	rest: string;
}

const statuses: ReadonlyMap<string, PaymentWords["status"]> = new Map([
	["pending", "PENDING"],
	["success", "SUCCESS"],
	["successful", "SUCCESS"],
	["paid", "SUCCESS"],
	["failed", "FAILED"],
]);

/** Returns the first and the last day that are meant. Weeks begin on Monday. */
const daysOf = (word: string, today: string): readonly [string, string] | undefined => {
	if (word === "today") return [today, today];
	if (word === "yesterday") return [shiftDay(today, -1), shiftDay(today, -1)];
	if (word !== "this week") return undefined;
	const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
	return [shiftDay(today, -sinceMonday), today];
};

/** why one of each: no payment has two states, and the second may be somebody's name. */
const read = (word: string, known: PaymentWords, today: string): Partial<PaymentWords> | undefined => {
	const status = statuses.get(word);
	if (status && !known.status) return { status };
	const platform = platformNamed(word);
	if (platform && !known.platform) return { platform };
	const days = known.startDate === undefined ? daysOf(word, today) : undefined;
	return days && { startDate: days[0], endDate: days[1] };
};

/** Reads "pending paystack today okafor": whole words that name a status, a platform or days narrow the search. */
export const readPaymentWords = (text: string, today: string): PaymentWords => {
	const words = text.split(/\s+/).filter(Boolean);
	let known: PaymentWords = { rest: "" };
	const rest: string[] = [];
	while (words.length > 0) {
		// why two first: "this week", "Paypro Kano".
		const taken = [2, 1].find((size) => read(phraseOf(words, size), known, today));
		if (taken === undefined) rest.push(...words.splice(0, 1));
		else known = { ...known, ...read(phraseOf(words.splice(0, taken), taken), known, today) };
	}
	return { ...known, rest: rest.join(" ") };
};

/** Checks whether a payment is among those that the words narrow the search to. @param day on which it was started */
export const isNarrowedTo = (
	{ status, platform, startDate, endDate }: PaymentWords,
	payment: { status: string; platform: string },
	day: string,
): boolean =>
	(status === undefined || payment.status.toUpperCase() === status) &&
	(platform === undefined || payment.platform === platform) &&
	(startDate === undefined || day >= startDate) &&
	(endDate === undefined || day <= endDate);

const phraseOf = (words: readonly string[], size: number): string => words.slice(0, size).join(" ").toLowerCase();
