import { inWords } from "#app/format/in-words";
import { formatCount } from "#app/format/numbers";
import type { Side } from "#worker/services/duplicates/contract";

type Belongings = Side["belongings"];

const words = {
	transactions: ["transaction"],
	referees: ["referee"],
	letters: ["letter"],
	emails: ["email"],
	attachments: ["attachment"],
	logEntries: ["log entry", "log entries"],
} as const satisfies Record<keyof Belongings, readonly string[]>;

/** "3 transactions and 1 email"; '' for nothing. */
export const belongingsInWords = (belongings: Belongings): string =>
	inWords(
		(Object.keys(words) as (keyof Belongings)[])
			.filter((kind) => belongings[kind] > 0)
			.map((kind) => formatCount(belongings[kind], ...words[kind])),
	);

/** What a merge does, before it is done. why not the attachments: they come with the fields that are taken, if any. */
export const consequences = (kept: Side, merged: Side): string => {
	const { attachments } = merged.belongings;
	const belongings = { ...merged.belongings, attachments: 0 };
	const moved = belongingsInWords(belongings);
	const { applicationNumber: stays } = kept;
	const { applicationNumber: goes } = merged;
	const count = Object.values(belongings).reduce((sum, one) => sum + one, 0);
	const moving =
		moved === ""
			? `Nothing but answers comes from ${goes}`
			: `${moved} ${count === 1 ? "goes" : "go"} over to ${stays}`;
	const files = attachments === 0 ? "" : " Attachments come with the fields that are taken.";
	const form =
		kept.formId === null && merged.formId !== null
			? ` ${stays} has no form yet: answers that are taken begin one.`
			: "";
	return `${moving}.${files}${form} ${goes} is no longer in any list, and its addresses lead to ${stays}. This can be undone.`;
};
