import { formatDay } from "#worker/contract/text/dates";
import { readDay } from "#worker/contract/text/read-day";

const verbs = new Set(["query", "requery", "re-query"]);
/** Words between the verb and the day: "query multiple since yesterday", "requery all pending transactions from 18 nov". */
const smallWords = new Set(["multiple", "all", "pending", "transactions", "payments", "since", "from"]);

export interface QueryIntent {
	/** The first day of the payments that are meant, not after today. */
	day: string;
	/** The words before the day. */
	words: string;
}

/** The command that begins it, as the palette and the search page name it. */
export const queryTitle = (day: string): string => `Query transactions pending since ${formatDay(day)}…`;

/** Reads "query multiple 18 nov": to query the pending payments since a day. Undefined for any other text. */
export const parseQuery = (text: string, today: string): QueryIntent | undefined => {
	const words = text.toLowerCase().split(/\s+/).filter(Boolean);
	if (!verbs.has(words[0] ?? "")) return undefined;
	const at = words.findIndex((word, index) => index > 0 && !smallWords.has(word));
	const day = at < 0 ? undefined : readDay(words.slice(at).join(" "), today);
	return day === undefined || day > today ? undefined : { day, words: words.slice(0, at).join(" ") };
};
