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

/** Describes what a merge will do. why attachments are apart: they move only with the fields that are chosen. */
export const consequences = (target: Side, source: Side): string => {
	const { attachments } = source.belongings;
	const moved = belongingsInWords({ ...source.belongings, attachments: 0 });
	const { applicationNumber: kept } = target;
	const { applicationNumber: merged } = source;
	return [
		moved === "" ? `Only the fields that you choose move to ${kept}.` : `${moved} will move to ${kept}.`,
		attachments > 0 && "Attachments move with the fields that you choose.",
		target.formId === null &&
			source.formId !== null &&
			`${kept} has no form yet. The answers that you choose create one.`,
		`${merged} leaves all lists, and links to it open ${kept}.`,
		`You can undo this for 90 days, as long as ${kept} is not changed.`,
	]
		.filter(Boolean)
		.join(" ");
};
